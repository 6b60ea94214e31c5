import { describeRecognizer } from "../recognizer.contract.ts";
import { serialCode } from "./serial-code.ts";

describeRecognizer(serialCode, {
  hits: ["PAYMENT ⟦M1979787155⟧ 0.0", "⟦RR12345678⟧", "(⟦A1234567⟧)"],
  misses: [
    "M123456",
    "ABC1234567",
    "m1979787155",
    "M1979787155x",
    "x-M1979787155",
    "M123456789012345",
  ],
});
