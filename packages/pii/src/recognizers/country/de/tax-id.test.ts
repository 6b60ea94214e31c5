import { describeRecognizer } from "../../recognizer.contract.ts";
import { taxId } from "./tax-id.ts";

describeRecognizer(taxId, {
  hits: [
    "⟦86095742719⟧",
    "die ⟦47 036 892 816⟧ steht auf dem Bescheid",
    "Steuer-ID: ⟦65929970489⟧.",
    "IdNr. ⟦57 549 285 017⟧",
    "Meine steuerliche Identifikationsnummer lautet ⟦25768131411⟧",
    "tax ID ⟦47036892816⟧",
    "Meine Steuer-ID: ⟦12345678903⟧.",
  ],
  misses: [
    "86095742718",
    "die Zahl 12345678903 ist gross",
    "Steuer-ID 12345678901",
    "Steuer-ID 06095742719",
    "Steuer-ID 8609574271",
    "Steuer-ID 860957427190",
    "Steuer-ID 11111111111",
    "x86095742719",
    "86095742719.5",
  ],
});
