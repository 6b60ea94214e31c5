import { describeRecognizer } from "../recognizer.contract.ts";
import { personSalutationDe } from "./person-salutation-de.ts";

describeRecognizer(personSalutationDe, {
  hits: [
    "Liebe ⟦Anna⟧,",
    "Lieber ⟦Hans Koch⟧!",
    "Hallo ⟦Max⟧ wie geht es",
    "Guten Tag ⟦Sabine Müller⟧,",
    "Servus ⟦Xaverl⟧,",
  ],
  misses: [
    "Liebe Kolleginnen und Kollegen,",
    "Sehr geehrte Damen und Herren,",
    "Hallo Welt!",
    "Hallo zusammen,",
    "Liebes Tagebuch,",
    "Liebe Grüße",
    "Liebe Frau Weber,",
    "die Liebe Gottes ist",
  ],
});
