import { describeRecognizer } from "../recognizer.contract.ts";
import { personLabelDe, personRoleDe } from "./person-label-de.ts";

describeRecognizer(personLabelDe, {
  hits: [
    "Vorname: ⟦Anna⟧",
    "Nachname: ⟦Przybilski⟧",
    "Geburtsname: ⟦Koch⟧",
    "Vor- und Nachname: ⟦Anna Weber⟧",
    "Name des Patienten: ⟦Xaver Qrst⟧",
    "Familienname | ⟦Richter⟧",
  ],
  misses: [
    "Dateiname: Bericht",
    "Benutzername: Anna",
    "Vorname: [PERSON_1]",
    "Nachnamen sind häufig",
  ],
});

describeRecognizer(personRoleDe, {
  hits: [
    "Patientin: ⟦Anna Weber⟧",
    "Kunde: ⟦Peter⟧",
    "Ansprechpartner: Herr ⟦Schmidt⟧",
    "Kontoinhaberin: ⟦Sabine Koch⟧",
    "gez. ⟦Weber⟧".replace("gez. ", "gez.: "),
  ],
  misses: [
    "Patient: Schmerzen im Knie",
    "Kunde: Bitte um Rückruf",
    "Kunde: [PERSON_1]",
    "Großkunde: Peter",
  ],
});
