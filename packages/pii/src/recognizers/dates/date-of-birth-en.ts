import { dateOfBirthAfter } from "./date-of-birth.ts";

/**
 * Recognizes dates of birth after English words: "born on 3 May 1980", "DOB: 05/03/1980",
 * `"birth_date": "1980-05-03"`.
 */
export const dateOfBirthEn = dateOfBirthAfter(
  "date-of-birth-en",
  "born(?: in [\\p{L} ]{2,30})?(?: on)?(?: the)?|d\\.?o\\.?b\\.?|(?:date|day)[ _-]?of[ _-]?birth(?: is| was|[.,;:]? (?:it|mine)(?:['’]s| is))?|birth[ _-]?(?:date|day)(?: is| was| as|[.,;:]? it['’]s)?(?: on)?(?: the)?",
  "(?:date|day)[ _-]?of[ _-]?birth|birth[ _-]?date|d\\.?o\\.?b\\b",
);
