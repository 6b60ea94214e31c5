import { describeRecognizer } from "../../recognizer.contract.ts";
import { vatId } from "./vat-id.ts";

describeRecognizer(vatId, {
  hits: [
    "⟦DE136695976⟧",
    "USt-IdNr.: ⟦DE136695976⟧",
    "Rechnung USt-IdNr. ⟦DE 136 695 976⟧ von Beispiel GmbH",
    "⟦DE-136-695-976⟧",
    "⟦DE.136.695.976⟧",
    "⟦DE 136-695.976⟧",
    "⟦DE 136695976⟧",
    "⟦de136695976⟧",
    "Bitte angeben: ⟦DE129273398⟧ auf der Rechnung.",
  ],
  misses: [
    "DE123456789",
    "USt-IdNr. DE100000001",
    "136695976",
    "DE13669597",
    "DE1366959760",
    "XDE136695976",
    "AT136695976",
    "DE 036 695 976",
  ],
});
