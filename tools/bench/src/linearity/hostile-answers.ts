/** Pieces that make responses expensive when repeated, for the code that reads responses. */
export const FOR_PLACEHOLDERS: readonly string[] = [
  "[PERSON",
  "[PERSON_1] ",
  "[PERSON_1 0",
  "[ ",
  "[P ",
  "[a_",
  "[\u200b_",
  "a ",
  "\\u005b ",
  "//a[PERSON_1]",
  "(//a ",
  '"//a ',
  "<a ",
  "https:",
  "&#",
  "www.",
  "a.",
];

/** Pieces that the stream relinker holds back for long, or does not cut at their blanks at once. */
export const FOR_STREAMS: readonly string[] = ["[P ", "[PERSON", "a."];

export const FOR_PLAIN_ANSWERS: readonly string[] = [
  "[PERSON_1] ",
  "//a[PERSON_1]",
  "a.[PERSON_1] ",
  "https: ",
  "&# ",
  "a.",
];

/** Links that could carry values to their host. */
export const FOR_LINKED_ANSWERS: readonly string[] = [
  "https://a.b/[PERSON_1]",
  "https://a.b/[PERSON_1] ",
  "//a.b/[PERSON_1]",
];
