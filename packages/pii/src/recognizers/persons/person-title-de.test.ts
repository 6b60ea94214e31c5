import { describeRecognizer } from "../recognizer.contract.ts";
import { personTitleDe } from "./person-title-de.ts";

describeRecognizer(personTitleDe, {
  hits: [
    "Frau ⟦Koch⟧ kommt",
    "Herr ⟦Richter⟧ Rechtsanwalt",
    "Herrn ⟦Peter Müller⟧",
    "Frau Prof. Dr. med. ⟦Sabine Przybilski⟧",
    "Hr. ⟦Weber⟧",
    "Herr Rechtsanwalt ⟦Schmidt⟧",
    "Frau ⟦von der Leyen⟧ und Herr ⟦Wolf⟧",
    "Dr.⟦Leitner⟧",
    "Frau ⟦Müller-Lüdenscheidt⟧ Ihre Bestellung",
    "Dipl.-Ing. ⟦Hans Meier⟧",
  ],
  misses: [
    "Herr der Lage",
    "Doktor der Medizin",
    "die Frau und der Mann",
    "Frau Kollegin,",
    "Hausherr Schmidt",
    "herrlich Wetter",
    "Frau [PERSON_1]",
  ],
});
