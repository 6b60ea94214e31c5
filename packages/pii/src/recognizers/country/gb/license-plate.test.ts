import { describeRecognizer } from "../../recognizer.contract.ts";
import { licensePlate } from "./license-plate.ts";

describeRecognizer(licensePlate, {
  hits: [
    "⟦AB51 ABC⟧",
    "My car reg is ⟦AB51 ABC⟧ and it expires",
    "Vehicles ⟦AB51 ABC⟧ and ⟦BD62XYZ⟧ were seen",
    "⟦LN14-HGT⟧, ⟦AB70 DEF⟧",
    "⟦aa02 aaa⟧",
    "⟦A123 BCD⟧",
    "⟦K1 ABC⟧",
    "⟦ABC 123D⟧",
    "⟦DEF456G⟧",
    "plate ⟦M456DEF⟧",
    "number plate: ⟦ABC 1D⟧.",
  ],
  misses: [
    "IB51 ABC",
    "AQ51 ABC",
    "AB00 ABC",
    "AB35 ABC",
    "AB49 ABC",
    "AB80 ABC",
    "AB51 AIB",
    "I123 BCD",
    "O123 BCD",
    "ABC 123I",
    "ABC 123Z",
    "the K1 ABC shop",
    "two plates 50B und 50C",
    "in the 90s",
    "plate at 12 noon",
    "aa02 aaa bbb",
    "KKKAB51ABCYYY",
    "[GB_LICENSE_PLATE_1]",
  ],
});
