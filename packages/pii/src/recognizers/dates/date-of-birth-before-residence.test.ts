import { describeRecognizer } from "../recognizer.contract.ts";
import { dateOfBirthBeforeResidence } from "./date-of-birth-before-residence.ts";

describeRecognizer(dateOfBirthBeforeResidence, {
  hits: [
    "Andrea Ilgner,  ⟦21.10.1982⟧, wohnhaft Sporgasse 11",
    "Herr Koch, ⟦3. Mai 1980⟧, wohnhaft in",
  ],
  misses: ["seit 21.10.1982 ist er wohnhaft", "45.45.1980, wohnhaft", "wohnhaft, 21.10.1982"],
});
