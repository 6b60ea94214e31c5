import { describeRecognizer } from "../../recognizer.contract.ts";
import { socialSecurityCh } from "./social-security.ts";

describeRecognizer(socialSecurityCh, {
  hits: ["Tochter, ⟦756.9217.0769.85⟧, haben wir", "⟦756 9217 0769 85⟧"],
  misses: ["756.9217", "756.921.076", "1756.9217.0769.85"],
});
