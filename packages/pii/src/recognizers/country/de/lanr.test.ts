import { describeRecognizer } from "../../recognizer.contract.ts";
import { lanr } from "./lanr.ts";

describeRecognizer(lanr, {
  hits: [
    "LANR: ⟦123456601⟧ des behandelnden Arztes.",
    "Arztnummer ⟦987654401⟧ auf dem Rezept.",
    "lebenslange Arzt-Nr. ⟦234567701⟧",
    "LANR ⟦123456 6 01⟧",
    "⟦555555501⟧",
  ],
  misses: [
    "LANR 123456901",
    "LANR 12345660",
    "LANR 1234566010",
    "LANR 000000001",
    "die Zahl 123456601",
    "LANR 123456901, Telefon 123456601",
  ],
});
