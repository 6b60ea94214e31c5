import type { Hit, Recognizer } from "../../finding.ts";
import { DATE, isDate } from "./date-grammar.ts";

const RESIDENCE = "wohnhaft";
const BEFORE = new RegExp(`(?:^|[^\\p{L}\\p{N}])(${DATE})[,;]? $`, "iu");
const REACH = 28;

/** "Andrea Ilgner, 21.10.1982, wohnhaft Sporgasse 11": the date between a name and an address in letters and files. */
export const dateOfBirthBeforeResidence: Recognizer = {
  name: "date-of-birth-before-residence",
  type: "DATE_OF_BIRTH",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf(RESIDENCE); at !== -1; at = text.indexOf(RESIDENCE, at + 1)) {
      const match = BEFORE.exec(text.slice(Math.max(0, at - REACH), at));
      const date = match?.[1] ?? "";
      if (match === null || !isDate(date)) continue;
      const start = at - match[0].length + match[0].lastIndexOf(date);
      hits.push({ start, end: start + date.length, confidence: 0.85 });
    }
    return hits;
  },
};
