import { describeRecognizer } from "../recognizer.contract.ts";
import { personIntroductionDe } from "./person-introduction-de.ts";

describeRecognizer(personIntroductionDe, {
  hits: [
    "mein Name ist ⟦Anna Weber⟧",
    "Ich heiße ⟦Xaver⟧ und",
    "sie heißt ⟦Sabine Koch⟧",
    "Ich heisse ⟦Max⟧.",
  ],
  misses: [
    "mein Name ist nicht wichtig",
    "ich heiße Sie willkommen",
    "das heißt Peter",
    "ich heiße [PERSON_1]",
  ],
});
