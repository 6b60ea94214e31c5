import type { Recognizer } from "../../finding.ts";
import { dateOfBirthAfter, dateOfBirthAfterSign } from "./date-of-birth.ts";

const NAME = "date-of-birth-de";

/** "geboren am 3. Mai 1980", "geb. 03.05.1980", "Geburtsdatum: ...", "* 03.05.1980" (DIN 5008 and registers). */
export const dateOfBirthDe: Recognizer = {
  name: NAME,
  type: "DATE_OF_BIRTH",
  parts: [
    dateOfBirthAfter(NAME, {
      triggers: [
        ...["geb", "geboren", "geborene", "geborener", "geborenen", "gebürtig", "geburts"],
        ...["geburtsdatum", "geburtstag", "gebdat", "gebdatum", "gebtag"],
      ],
      words:
        "geb(?:\\.|oren(?:e[rn]?)?)?(?: in [\\p{L} ]{2,30})?(?: am)?(?: den)?|geburts-?(?:datum|tag)(?: ist| war)?(?: am| der)?|geb\\.?-? ?(?:dat(?:um)?|tag)\\.?|gebürtig(?: am)?|geboren wurde (?:ich|er|sie)(?: am)?",
      names: "geburtsdatum|geb\\.?-? ?dat(?:um|\\.)",
    }),
    dateOfBirthAfterSign(NAME),
  ],
};
