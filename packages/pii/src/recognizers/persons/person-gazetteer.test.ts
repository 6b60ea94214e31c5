import { describeRecognizer } from "../recognizer.contract.ts";
import { personGazetteer } from "./person-gazetteer.ts";

describeRecognizer(personGazetteer, {
  hits: [
    "⟦Anna Weber⟧ hat angerufen",
    "mit ⟦Peter Koch⟧ und ⟦Sabine Richter⟧",
    "⟦Hans-Peter Müller-Lüdenscheidt⟧",
    "⟦Anna M. Weber⟧, ⟦J. Peter Schmidt⟧".replace("⟦J. Peter", "J. ⟦Peter"),
    "⟦Ursula von der Leyen⟧".replace("Leyen", "Weber"),
    "⟦Anna Maria Schneider⟧ wohnt hier",
    "⟦John Smith⟧ and ⟦Emily Johnson⟧",
    "⟦Anna O'Brien⟧ and",
    "⟦ANNA WEBER⟧",
    "⟦Weber, Anna⟧",
    "von ⟦Mehmet Yılmaz⟧",
    "call ⟦anna schmidt⟧ today",
    "⟦Grace Johnson⟧",
  ],
  misses: [
    "Koch, Richter und Fischer",
    "Der Koch und der Richter",
    "Anna",
    "Weber",
    "Anna ging nach Hause",
    "will may grace",
    "May Young",
    "Paris Hotel",
    "New York",
    "Guten Morgen",
    "Haus, Anna",
    "@anna weber",
    "Montag Morgen",
    "[PERSON_1]",
  ],
});
