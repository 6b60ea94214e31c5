import { dateOfBirthAfter } from "./date-of-birth.ts";

/**
 * Recognizes dates of birth after German words: "geboren am 3. Mai 1980", "geb. 03.05.1980",
 * "Geburtsdatum: ...", "* 03.05.1980" (DIN 5008 and registers).
 */
export const dateOfBirthDe = dateOfBirthAfter(
  "date-of-birth-de",
  "geb(?:\\.|oren(?:e[rn]?)?)?(?: in [\\p{L} ]{2,30})?(?: am)?(?: den)?|geburts-?(?:datum|tag)(?: ist| war)?(?: am| der)?|geb\\.?-? ?(?:dat(?:um)?|tag)\\.?|gebürtig(?: am)?|geboren wurde (?:ich|er|sie)(?: am)?|\\*",
  "geburtsdatum|geb\\.?-? ?dat(?:um|\\.)",
);
