import { describeRecognizer } from "../recognizer.contract.ts";
import { recoveryKey } from "./recovery-key.ts";

describeRecognizer(recoveryKey, {
  hits: [
    "Schlüssel: ⟦471823-090112-336754-220981⟧.",
    "⟦471823-090112-336754-220981-471823-090112-336754-220981⟧",
  ],
  misses: ["471823-090112", "471823-090112-3367"],
});
