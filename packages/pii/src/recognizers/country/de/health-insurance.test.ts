import { describeRecognizer } from "../../recognizer.contract.ts";
import { healthInsurance } from "./health-insurance.ts";

describeRecognizer(healthInsurance, {
  hits: [
    "⟦A000500015⟧",
    "Krankenkasse KVNR: ⟦A123456780⟧",
    "eGK-Nummer ⟦M123456785⟧ bitte angeben.",
    "die ⟦Z999999997⟧ ist meine",
    "Versichertennummer ⟦A 123 456 780⟧",
    "Versichertennummer ⟦A123 456 780⟧",
    "kvnr ⟦a123456780⟧",
  ],
  misses: [
    "A123456787",
    "KVNR A123456781",
    "1123456780",
    "A12345678",
    "A1234567890",
    "Bestellnummer A123456780",
    "order no. A123456780",
    "a 123456780 b",
    "KVNR XA 123456780",
  ],
});
