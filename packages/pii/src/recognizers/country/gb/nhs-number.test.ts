import { describeRecognizer } from "../../recognizer.contract.ts";
import { nhsNumber } from "./nhs-number.ts";

describeRecognizer(nhsNumber, {
  hits: ["⟦401-023-2137⟧", "seen: ⟦221 395 1837⟧, again", "⟦0032698674⟧", "NHS No. ⟦9434765919⟧"],
  misses: [
    "401-023-2138",
    "NHS number 9434765918",
    "9434765919 rows",
    "NHS 94347659191",
    "1 221 395 1837",
    "NHS 1111111111",
    "[GB_NHS_1]",
  ],
});
