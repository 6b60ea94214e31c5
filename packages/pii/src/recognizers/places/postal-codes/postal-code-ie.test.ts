import { describeRecognizer } from "../../recognizer.contract.ts";
import { postalCodeIe } from "./postal-code-ie.ts";

describeRecognizer(postalCodeIe, {
  hits: ["Co. Dublin, ⟦A94 X2K8⟧", "⟦D6W XF20⟧"],
  misses: ["F16 A380", "P95 2000", "A94 WXYZ", "xA94 X2K8"],
});
