import { describeRecognizer } from "../recognizer.contract.ts";
import {
  dateOfBirthBeforeResidence,
  dateOfBirthBeforeVerb,
} from "./date-of-birth-before-residence.ts";

describeRecognizer(dateOfBirthBeforeResidence, {
  hits: [
    "Andrea Ilgner,  ⟦21.10.1982⟧, wohnhaft Sporgasse 11",
    "Herr Koch, ⟦3. Mai 1980⟧, wohnhaft in",
    "das Kind Koch, ⟦3.5.2019⟧, wohnhaftes Mitglied",
  ],
  misses: ["seit 21.10.1982 ist er wohnhaft", "45.45.1980, wohnhaft", "wohnhaft, 21.10.1982"],
});

describeRecognizer(dateOfBirthBeforeVerb, {
  hits: [
    "Ich bin am ⟦22.4.1930⟧ geboren.",
    "Sie wurde am ⟦3. Mai 1980⟧ in Bad Homburg geboren",
    "am ⟦2006-06-27⟧ geborene",
    "ein am ⟦03.05.2019⟧ geborenes Kind",
    "mit seinem am ⟦03.05.2019⟧ geborenem Sohn",
  ],
  misses: [
    "am 22.4.1930 wurde er krank, geboren ist er hier",
    "seit 22.4.1930 geboren",
    "am 45.45.1930 geboren",
  ],
});
