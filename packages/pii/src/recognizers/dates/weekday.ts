import type { Hit, Recognizer } from "../../finding.ts";

const NAMES =
  "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag sonnabend".split(
    " ",
  );
const NAME =
  /(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend)(?=s?(?![\p{L}\p{N}_]))/iuy;
const GLUED = /[\p{L}\p{N}_@#/.-]/u;

/** Recognizes weekdays in English and German, the German ones only if capitalized. */
export const weekday: Recognizer = {
  name: "weekday",
  type: "DATE_TIME",
  triggers: NAMES.flatMap((name) => [name, `${name}s`]),
  find({ text }, triggeredAt) {
    const hits: Hit[] = [];
    for (const start of triggeredAt) {
      NAME.lastIndex = start;
      if (GLUED.test(text.charAt(start - 1)) || !NAME.test(text)) continue;
      const name = text.slice(start, NAME.lastIndex);
      if (isName(name)) hits.push({ start, end: NAME.lastIndex, confidence: 0.6 });
    }
    return hits;
  },
};

function isName(written: string): boolean {
  if (!/\p{Ll}{3}$/u.test(written)) return false;
  return written.endsWith("day") || /^\p{Lu}/u.test(written);
}
