import { describeRecognizer } from "../recognizer.contract.ts";
import { placeByVerb } from "./place-by-verb.ts";

describeRecognizer(placeByVerb, {
  hits: [
    "She lives in ⟦Leeds⟧.",
    "He was born in ⟦New York⟧ on 3 May",
    "who grew up in ⟦ΛΑΡΝΑΚΑ⟧",
    "They moved here from ⟦Bahrain⟧",
    "she moved here from ⟦switzerland⟧",
    "We moved to ⟦San José⟧ last year",
    "I'm from ⟦Villafranca del Cid⟧",
    "wohnhaft in ⟦Gingen⟧, der sich",
    "Sie wohnt in ⟦St. Johann am Bergle⟧ und",
    "er stammt aus ⟦Graz⟧",
    "Ms. Kim flew to ⟦Aachen⟧ on",
  ],
  misses: [
    "the code lives in DllMain and index.ts",
    "lives in src/index.ts",
    "The helper moved to Utils.ts",
    "Functions moved to `lib`",
    "interested in Python",
    "born in 1980",
    "born in May",
    "He lives in a house",
    "from Monday to Friday",
    "Der Wert stammt aus der Tabelle",
  ],
});
