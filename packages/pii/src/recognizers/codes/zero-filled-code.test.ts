import { describeRecognizer } from "../recognizer.contract.ts";
import { zeroFilledCode } from "./zero-filled-code.ts";

describeRecognizer(zeroFilledCode, {
  hits: [
    "created ⟦INC0098812⟧, priority P3",
    "AHPRA ⟦NMW0001884273⟧",
    "Zählpunkt ⟦AT0010000000000000001000014372915⟧",
  ],
  misses: [
    "ISIN DE0006757008",
    "KB0010294",
    "part no. AB0001234",
    "INC1234, A000001",
    "abc0001234",
  ],
});
