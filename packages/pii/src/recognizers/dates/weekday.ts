import type { Hit, Recognizer } from "../../finding.ts";

const ANCHORS = ["day", "tag", "woch", "abend"];
const NAME =
  /(?:^|[^\p{L}\p{N}_@#/.-])((?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend)$/iu;

/** Names of weekdays in English and German. The German ones count with a capital letter only. */
export const weekday: Recognizer = {
  name: "weekday",
  type: "DATE_TIME",
  find({ text }) {
    const hits: Hit[] = [];
    for (const anchor of ANCHORS) {
      for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 3)) {
        const hit = nameAt(text, at, at + anchor.length);
        if (hit !== undefined) hits.push(hit);
      }
    }
    return hits;
  },
};

function nameAt(text: string, at: number, end: number): Hit | undefined {
  if (/^s?[\p{L}\p{N}_]/u.test(text.slice(end, end + 1).replace(/s/, ""))) return undefined;
  const name = NAME.exec(text.slice(Math.max(0, at - 8), end))?.[1];
  if (name === undefined || (!name.endsWith("day") && /^\p{Ll}/u.test(name))) return undefined;
  return { start: end - name.length, end, confidence: 0.6 };
}
