import { describeRecognizer } from "../../recognizer.contract.ts";
import { townByCode } from "./town-by-code.ts";

describeRecognizer(townByCode, {
  hits: [
    "ich wohne in 04109 ⟦leipzig⟧, kann",
    "10115 ⟦Berlin⟧ und Umgebung",
    "wohnhaft in A-9580-⟦Villach⟧, Rathausplatz",
    "60311 ⟦Frankfurt am Main⟧",
    "Herrn Weber\n83334 ⟦Inzell⟧\n",
  ],
  misses: [
    "in 12345 essen",
    "um 10115 berlin",
    "15000 Menschen",
    "2015 Berlin",
    "10115 berlin",
    "Im Jahr 1998 Wien",
  ],
});
