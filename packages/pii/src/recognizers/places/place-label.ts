import type { Hit, Recognizer, Span } from "../../finding.ts";
import { isSentenceWord } from "./words/address-words.ts";
import { isCapital, wordsAfter } from "./words/words.ts";

const LABELS = new Set(
  "city|town|ort|stadt|wohnort|geburtsort|country|land|birthplace|hometown|residence|wohnsitz|bundesland|kanton|county|province|nationality|state|gemeinde|geburtsland|herkunftsland|municipality|birth_place|place_of_birth|city_of_birth|birth_city|where".split(
    "|",
  ),
);
const OF_BIRTH =
  /(?:^|[\n"'*_|,])\s{0,3}(?:(?:place|city|town|country|state) of (?:birth|residence)|(?:home|birth) ?(?:town|place))$/i;
const VALUES =
  /^(?:true|false|null|none|nan|undefined|string|number|boolean|object|any|unknown|active|inactive|enabled|disabled|pending|open|closed|running|stopped|failed|success|error|done|ready|idle|loading|new|draft|default|optional|required|yes|no|ja|nein|keine?|n\/a|und|void)$/i;
const GAP = /["'”*_]{0,3}[ \t]{0,3}[:=|][*_]{0,2}[ \t]{0,4}["'“*]{0,3}/y;
const LONGEST_VALUE = 5;

/** Recognizes a place after its label: "City: Leeds", "Wohnort: Gingen", `"country": "Austria"`. */
export const placeLabel: Recognizer = {
  name: "place-label",
  type: "LOCATION",
  needs: ":",
  find({ text }) {
    const hits: Hit[] = [];
    for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
      const value = placeAround(text, colon);
      if (value !== undefined) hits.push({ ...value, confidence: 0.75 });
    }
    return hits;
  },
};

function placeAround(text: string, colon: number): Span | undefined {
  const labelEnd = endOfLabel(text, colon);
  if (labelEnd === -1 || !isLabel(text, labelEnd)) return undefined;
  GAP.lastIndex = labelEnd;
  if (!GAP.test(text)) return undefined;
  return valueAt(
    text,
    GAP.lastIndex,
    /state|where|land$/i.test(text.slice(labelEnd - 5, labelEnd)),
  );
}

function endOfLabel(text: string, colon: number): number {
  let end = colon;
  while (end > colon - 4 && end > 0 && /["'”*_ ]/.test(text.charAt(end - 1))) end -= 1;
  return end > 0 && /[a-zA-Z]/.test(text.charAt(end - 1)) ? end : -1;
}

function isLabel(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && end - start < 16 && /[a-zA-Z_]/.test(text.charAt(start - 1))) start -= 1;
  const label = text.slice(start, end).toLowerCase();
  if (LABELS.has(label)) return start === 0 || /[\s"'*_|,;{(“-]/.test(text.charAt(start - 1));
  const isLast =
    label === "birth" || label === "residence" || label === "town" || label === "place";
  return isLast && OF_BIRTH.test(text.slice(Math.max(0, end - 24), end));
}

function valueAt(text: string, at: number, mayBeCode: boolean): Span | undefined {
  const words = wordsAfter(text, at, LONGEST_VALUE);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined || first.start !== at) return undefined;
  if (
    VALUES.test(first.text) ||
    /\d|\p{Ll}(?:\p{Lu}|\.\p{L})/u.test(first.text) ||
    isSentenceWord(first)
  )
    return undefined;
  if (!isCapital(first) && (words.length > 3 || mayBeCode)) return undefined;
  const closed = /^(?:$|[ \t]{0,2}[\r\n,;"'”|*.}]|[ \t]{2})/.test(
    text.slice(last.end, last.end + 3),
  );
  return closed ? { start: first.start, end: last.end } : undefined;
}
