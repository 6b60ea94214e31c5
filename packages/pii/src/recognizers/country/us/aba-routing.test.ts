import { describeRecognizer } from "../../recognizer.contract.ts";
import { abaRouting } from "./aba-routing.ts";

describeRecognizer(abaRouting, {
  hits: [
    "routing number ⟦121000358⟧",
    "ABA: ⟦121042882⟧, account 1",
    "⟦3222-7162-7⟧ on the cheque",
    "⟦121000358⟧",
  ],
  misses: [
    "routing number 421042111",
    "routing number 121000359",
    "routing number 1234-0000-0",
    "121000358 rows",
    "routing 1210003580",
    "routing 3222-71627",
    "routing 000000000",
    "[US_ABA_ROUTING_1]",
  ],
});
