import { describeRecognizer } from "../recognizer.contract.ts";
import { personIntroductionEn } from "./person-introduction-en.ts";

describeRecognizer(personIntroductionEn, {
  hits: [
    "my name is ⟦Anna Weber⟧",
    "My name's ⟦Xaver⟧.",
    "I am called ⟦Bob⟧",
    "a man was named ⟦Koch⟧",
  ],
  misses: [
    "my name is on the list",
    "the name is unknown",
    "my name is [PERSON_1]",
    "rename is Anna",
  ],
});
