import { describeRecognizer } from "../../recognizer.contract.ts";
import { postalCodeDe } from "./postal-code-de.ts";

describeRecognizer(postalCodeDe, {
  hits: [
    "⟦10115⟧ Berlin",
    "PLZ: ⟦10115⟧",
    "Postleitzahl ⟦80331⟧ München",
    "wohnhaft in ⟦9020⟧ Klagenfurt, Gasse",
    "wohnhaft ⟦73333⟧ Gingen, der sich",
    "Herrn Weber\n⟦A-3336⟧ St. Johann am Bergle\nTelefon",
    "Frau Koch\n⟦01334⟧ Freudenbrunn\n",
    "in ⟦D-10115⟧ Berlin",
  ],
  misses: [
    "10115",
    "00000 Berlin",
    "99999 Berlin",
    "15000 Menschen kamen",
    "In 20000 Fällen",
    "im Jahr 2015 Berlin",
    "2024 Wien",
    "12345678 Berlin",
    "ISO-8859 Zeichen",
    "20000 Euro\n",
    "Umsatz\n20000 Euro\n",
  ],
});
