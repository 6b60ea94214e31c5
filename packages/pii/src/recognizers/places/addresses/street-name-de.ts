import type { Hit, Recognizer } from "../../../finding.ts";
import { precededBy } from "../../../text/context.ts";
import { isOpener } from "../words/address-words.ts";
import { isCapital, type Word, wordsBefore } from "../words/words.ts";

/** Every spelling of "Straße" contains one of these. Searching for a rare character is fastest. */
const ANCHORS = ["ß", "trasse"];
const STREET = /[sS]tra(?:ß|ss)e$/;
const KINDS =
  /^(?:bundes|landes|land|staats|kreis|reichs|haupt|neben|seiten|quer|zufahrts|zubringer|einbahn|schnell|durchgangs|spiel|sackgassen|daten|seiden|milch|wasser|meeres|handels|fertigungs|produktions|montage|fernverkehrs|verkehrs|ausfall|ring|transit|schotter|pracht|einkaufs|geschäfts|wohn|dorf|ort|parallel|mautstr|maut|küsten|berg|pass|wein|zufahrt|privat|anlieger|fahrrad|allee|umgehungs|ortsdurchfahrts|ausfahrts|anwohner|promenaden|flanier|hoch|nachbar|start|ketten|bau|lande|wett)-?stra(?:ß|ss)e$/;

/**
 * Recognizes German street names without a number, "Kirnitzschtalstraße", because a street is a
 * place smaller than a town (45 CFR 164.514(b)(2)(i)(B)).
 */
export const streetNameDe: Recognizer = {
  name: "street-name-de",
  type: "STREET_ADDRESS",
  find({ text }) {
    const hits: Hit[] = [];
    for (const anchor of ANCHORS) {
      for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
        const end = at + (anchor === "ß" ? "ße".length : anchor.length);
        const hit = precededBy(text, end, STREET, 7) ? streetEndingAt(text, end) : undefined;
        if (hit !== undefined) hits.push(hit);
      }
    }
    return hits;
  },
};

function streetEndingAt(text: string, end: number): Hit | undefined {
  if (/^[\p{L}\p{N}_-]/u.test(text.slice(end, end + 1))) return undefined;
  const from = Math.max(0, end - 60);
  const words = wordsBefore(`${text.slice(from, end)} `, end - from + 1, 3);
  const last = words.at(-1);
  if (last === undefined || !isCapital(last)) return undefined;
  const apart = last.key === "straße" || last.key === "strasse";
  const first = apart ? words.at(-2) : last;
  if (first === undefined || (apart ? !isAdjective(first) : KINDS.test(last.key))) return undefined;
  return { start: from + first.start, end, confidence: 0.55 };
}

/**
 * Returns whether the word is an adjective in a street name, such as "Emmericher" or "Lange", but
 * not "Der", "Jede" or "Gesperrte".
 */
function isAdjective(word: Word): boolean {
  if (!isCapital(word) || isOpener(word) || word.dotted) return false;
  return (
    /.{3}(?:er|e)$/.test(word.key) &&
    !/^(?:diese|jede|eine|keine|unsere|ihre|seine|welche|gesperrte|öffentliche|unter|hinter|über)r?$/.test(
      word.key,
    )
  );
}
