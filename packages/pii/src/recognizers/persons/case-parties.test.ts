import { describeRecognizer } from "../recognizer.contract.ts";
import { caseParties } from "./case-parties.ts";

describeRecognizer(caseParties, {
  hits: [
    "In der Sache ⟦Wolf⟧ ./. ⟦Fuchs⟧, 12 O 345/20",
    "Mandant: ⟦Bauer⟧ ./. Stadt Köln",
    "⟦Karl Wolf⟧ u.a. ./. Müller GmbH",
    "Wolf Bau AG ./. ⟦Fuchs⟧",
  ],
  misses: [
    "./.",
    "Finanzamt Bonn ./. Land Hessen",
    "100 ./. 50",
    "a ./. b",
    "cd ./.git",
    "ABC ./. XYZ",
  ],
});
