import { describeRecognizer } from "../recognizer.contract.ts";
import { townByCode } from "./town-by-code.ts";

describeRecognizer(townByCode, {
  hits: [
    "10115 ⟦Berlin⟧ und Umgebung",
    "wohnhaft in A-9580-⟦Villach⟧, Rathausplatz",
    "60311 ⟦Frankfurt am Main⟧",
    "Herrn Weber\n83334 ⟦Inzell⟧\n",
  ],
  misses: ["15000 Menschen", "2015 Berlin", "10115 berlin", "Im Jahr 1998 Wien"],
});
