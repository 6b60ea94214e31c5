import type { Hit, Recognizer } from "../../../finding.ts";
import { precededBy } from "../../../text/context.ts";
import { codesWithTowns } from "./code-and-town.ts";

const CONTEXT =
  /\b(?:plz|postleitzahl)\b(?:["'”]?(?: ist| lautet)?[ \t]{0,3}[:=|]?[ \t"'“„]{0,3}|["'”)]{0,2} {0,2}[.:,|=(][^\n\d]{0,24}| [^\n\d]{0,24})$/i;

/**
 * Recognizes postal codes of Germany (DIN 5008), Austria and Switzerland before a recognizable
 * town, or after "PLZ".
 */
export const postalCodeDe: Recognizer = {
  name: "postal-code-de",
  type: "POSTAL_CODE",
  codes: [{ run: [4, 5], begins: "number" }],
  find(doc, places) {
    const hits: Hit[] = codesWithTowns(doc, places).map(({ code: { start, end } }) => ({
      start,
      end,
      confidence: 0.85,
    }));
    const ends = new Set(hits.map(({ end }) => end));
    const { starts, ends: runEnds } = doc.codes;
    for (const index of places) {
      const start = starts[index] ?? 0;
      const end = runEnds[index] ?? start;
      if (ends.has(end) || !precededBy(doc.text, start, CONTEXT, 40)) continue;
      hits.push({ start, end, confidence: 0.95 });
    }
    return hits;
  },
};
