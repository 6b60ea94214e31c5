import type { Hit, Recognizer } from "../../finding.ts";
import { isOpener, isParticle } from "./words/address-words.ts";
import { isCapital, wordsBefore } from "./words/words.ts";

const BEFORE_DATE = /,(?: den| am| im| dem)?(?: \d{1,2}\.)? ?$/;
const MAX_WORDS = 4;

/**
 * Recognizes the place in the first line of a letter: "Flensburg, 27. März 2025", "Wien, am
 * 3.5.2024" (DIN 5008).
 */
export const placeAndDate: Recognizer = {
  name: "place-and-date",
  type: "LOCATION",
  codes: [{ run: [1, 2], begins: "number", before: /[ ,.]$/, after: /^\./ }],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      if (
        !/^\d{1,2}\. ?(?:\d{1,2}\. ?\d{2}|\p{Lu}\p{Ll}{2,8}\.? \d{4})/u.test(
          text.slice(start, start + 20),
        )
      )
        continue;
      const comma = BEFORE_DATE.exec(text.slice(Math.max(0, start - 8), start));
      if (comma === null) continue;
      const hit = placeBefore(text, start - comma[0].length);
      if (hit !== undefined) hits.push(hit);
    }
    return hits;
  },
};

function placeBefore(text: string, end: number): Hit | undefined {
  const words = wordsBefore(
    `${text.slice(Math.max(0, end - 60), end)} `,
    Math.min(60, end) + 1,
    MAX_WORDS,
  );
  const [first] = words;
  if (first === undefined || isOpener(first) || !isCapital(first)) return undefined;
  if (!words.every((word) => !/\d/.test(word.text) && (isCapital(word) || isParticle(word))))
    return undefined;
  const start = end - Math.min(60, end) + first.start;
  const startsLine =
    start === 0 || /(?:^|\n)[ \t]{0,40}$/.test(text.slice(Math.max(0, start - 41), start));
  return startsLine ? { start, end, confidence: 0.75 } : undefined;
}
