import type { Hit, Recognizer } from "../../../finding.ts";
import { unitsAfter } from "../words/address-units.ts";
import { isOpener } from "../words/address-words.ts";

const NUMBER =
  /\d{1,4}(?: ?[a-h](?![\p{L}\p{N}]))?(?:[-–/]\d{1,4}[a-z]?){0,2}(?![\p{L}\p{N}]|[.,:/-]\d)/uy;
const REACH = 56;
const PHRASE =
  /(?<![\p{L}\p{N}])(?:(?:Straße|Strasse|Platz|Allee|Ufer|Weg) de[rs](?: \d{1,2}\.)?|(?:Am|Im|Zum|Zur|Beim|Vorm|Alte[rs]?|Neue[rs]?|(?:An|Auf|In|Bei|Unter|Hinter|Vor|Neben|Zu) de[nmr])(?: (?:Alten|Neuen|Oberen|Unteren|Langen|Kleinen|Großen))?)(?: \p{Lu}[\p{L}'’-]{1,24}){1,2} $/u;
const NAME = /(?<![\p{L}\p{N}-])\p{Lu}[\p{L}'’-]{3,24}(?: \p{Lu}[\p{L}'’-]{2,24}){0,2} $/u;
const FRAME_BEFORE =
  /(?:(?<!\p{L})(?:wohn(?:e|t|en|haft|hafte?r?)|gemeldet|lebt|zieh(?:e|t)|zog|umgezogen|ansässig)(?: (?:jetzt|derzeit|seit \d{4}|in|an|auf|unter|nach|am|im|beim|zur|zum)){0,2}(?: de[rnm])?|(?:adresse|anschrift|wohnsitz|straße|strasse|str\.?)(?: (?:ist|lautet))?["'”*]{0,2} ?[:=]["'“*]{0,2}) ?$/iu;
/** A cheap test to run first: it matches every frame that FRAME_BEFORE can match. */
const FRAME_WORD =
  /wohn|gemeldet|lebt|zieh|zog|ansässig|(?:adresse|anschrift|stra(?:ß|ss)e|str\.?)(?: (?:ist|lautet))?["'”*]{0,2} ?[:=]/iu;
/** Matches a unit after a number that counts something: "lebt in Köln 12 Jahre". */
const UNIT_BEHIND =
  /^ (?:Jahre?|Monate?|Wochen?|Tage?|Stunden|Minuten|Personen|Kinder|Leute|Zimmer|km|Meter|Kilometer|Uhr|Prozent|Euro|%)/;
const GENITIVE = / de[rs] /;
/** Matches the postal code and town that must follow a street that no frame precedes. */
const FRAME_BEHIND = /^,?[ \t]{0,2}(?:\r?\n[ \t]{0,4})?(?:D-|A-|CH-)?(?:\d{5}|[1-9]\d{3}) \p{Lu}/u;
const SQUARE = /[A-U][1-7], ?\d{1,3}[a-z]?(?=[,\s]{1,3}68\d{3} Mannheim)/y;

/**
 * Recognizes streets that contain no word for a street, if a postal code follows, or after a label
 * or "wohnt" (DIN 5008).
 */
export const streetPhraseDe: Recognizer = {
  name: "street-phrase-de",
  type: "STREET_ADDRESS",
  codes: [
    { run: [1, 4], begins: "number", before: / $/, after: /^(?![.,:]0)/ },
    { run: [2, 5], begins: "digit", before: / $/ },
    { run: [2, 2], begins: "letter", after: /^,/ },
  ],
  find({ text, codes }, places) {
    const hits: Hit[] = [];
    for (const index of places) {
      const start = codes.starts[index] ?? 0;
      const hit = text.charCodeAt(start) > 57 ? squareAt(text, start) : streetBefore(text, start);
      if (hit !== undefined) hits.push(hit);
    }
    return hits;
  },
};

function squareAt(text: string, start: number): Hit | undefined {
  SQUARE.lastIndex = start;
  return SQUARE.test(text) ? { start, end: SQUARE.lastIndex, confidence: 0.8 } : undefined;
}

function streetBefore(text: string, start: number): Hit | undefined {
  if (text.charAt(start - 1) !== " " || !/\p{L}/u.test(text.charAt(start - 2))) return undefined;
  NUMBER.lastIndex = start;
  if (!NUMBER.test(text)) return undefined;
  const { end } = unitsAfter(text, NUMBER.lastIndex);
  const from = Math.max(0, start - REACH);
  const before = text.slice(from, start);
  const isAddressed = FRAME_BEHIND.test(text.slice(end, end + 16));
  if (!(isAddressed || FRAME_WORD.test(before))) return undefined;
  const phrase = phraseIn(before);
  const name = phrase === -1 ? nameIn(before) : phrase;
  if (UNIT_BEHIND.test(text.slice(end, end + 12))) return undefined;
  if (name === -1 || !(isAddressed || isFramed(before, name))) return undefined;
  return { start: from + name, end, confidence: phrase === -1 ? 0.6 : 0.8 };
}

/**
 * Returns where the phrase begins, or -1. It excludes "Im Januar 12" and includes "Straße des 17.
 * Juni 135".
 */
function phraseIn(before: string): number {
  const at = before.search(PHRASE);
  if (at === -1 || GENITIVE.test(before.slice(at))) return at;
  return hasOpener(before.slice(at).trim().split(" ").slice(1)) ? -1 : at;
}

function nameIn(before: string): number {
  const at = before.search(NAME);
  return at !== -1 && hasOpener(before.slice(at).trim().split(" ")) ? -1 : at;
}

function hasOpener(words: readonly string[]): boolean {
  return words.some((text) =>
    isOpener({ text, key: text.toLowerCase(), start: 0, end: 0, dotted: false }),
  );
}

function isFramed(before: string, at: number): boolean {
  return FRAME_BEFORE.test(before.slice(0, at));
}
