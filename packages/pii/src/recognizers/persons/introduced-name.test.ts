import { describeRecognizer } from "../recognizer.contract.ts";
import { introducedName } from "./introduced-name.ts";

describeRecognizer(introducedName, {
  hits: [
    "Hi, my name is ⟦Þórólfur⟧",
    "my name is ⟦mieszko⟧",
    "My name is ⟦Anna⟧ and I am here",
    "Mein Name ist ⟦Anna Stör⟧.",
    "His full name was ⟦Omar Vosk Tam⟧, he said",
    "Ich heiße ⟦Prelwitzka⟧",
    "seine Frau Wally geborene ⟦Müller⟧ aus Königswinter",
    "Anna Braun, geborene ⟦Koch⟧",
    "Anna Braun, née ⟦Cook⟧",
    "hey its ⟦danny⟧ from 4c",
    "Hallo, ⟦benno⟧ hier, mein Outlook spinnt",
    "Hi, this is ⟦latoya⟧ again from billing",
  ],
  misses: [
    "my name is not on the list",
    "My name is misspelled.",
    "the file name is Report",
    "Er ist der geborene Lehrer",
    "Sie ist als geborene Kölnerin hier",
    "Mein Name ist falsch geschrieben",
    "mein name ist nicht wichtig",
    "So heißen die Kinder",
    "hi everyone here, hello world from node",
    "hey its broken from the start; Hallo zusammen hier",
    "hi danny, its late",
  ],
});
