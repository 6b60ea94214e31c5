import type { Hit, Recognizer, Span } from "../../../finding.ts";
import { precededBy } from "../../../text/context.ts";
import type { Doc } from "../../../text/document.ts";
import { isWordCode, readingOnce } from "../words/words.ts";
import { townBefore, unitBefore } from "./address-head.ts";
import { tailAfter } from "./address-tail.ts";
import { crossingAfter, crossingBefore } from "./crossing.ts";
import type { Street } from "./street.ts";
import { streetAt } from "./street-at.ts";

const { max, min } = Math;

const CONTEXT =
  /(?:address|adresse|anschrift|located (?:at|on|in)|\bliv(?:e|es|ed|ing) (?:at|in|on)|\bmeet\b[^.]{0,24}\bat|\b(?:sent|send|ship|deliver|mov(?:e|ed|es|ing)|relocat\w+|return|directions) to|corner of|enter on|resid(?:es?|ing|ent) (?:at|in|of)|wohnhaft|wohn(?:t|e|en)?\b|wohnort|based (?:at|in)|office (?:is )?(?:at|in)|adresa|domicile)[^.\n]{0,30}\s{0,4}$/i;
const PLACE_BEFORE =
  /(?:^|[\s(])(?:at|on|in|to|near|from|of|and|und|bei|nach|aus|an|am|zur|zum)\s{1,2}$/i;
const ENOUGH = 2;
const WORD_BEFORE = /^$|[ \n\t(,]$/;

/**
 * Recognizes addresses by their street, with unit, postal code, town, state and country, on one
 * line or several. Each part adds to the score, and no part is sufficient alone. Sources: USPS
 * Publication 28, UPU S42, ISO 19160-4, BS 7666, DIN 5008.
 */
export const streetAddress: Recognizer = {
  name: "street-address",
  type: "STREET_ADDRESS",
  codes: [
    { run: [1, 5], begins: "number", before: WORD_BEFORE, after: /^(?![.,:]0)/ },
    { run: [2, 6], begins: "digit", before: WORD_BEFORE },
  ],
  find: (doc, places) => readingOnce(doc.text, () => findAddresses(doc, places)),
};

function findAddresses(doc: Doc, places: readonly number[]): Hit[] {
  const { starts, ends } = doc.codes;
  const hits: Hit[] = [];
  let free = 0;
  for (const index of places) {
    const start = starts[index] ?? 0;
    if (start < free) continue;
    const number = houseNumber(doc, start, ends[index] ?? start);
    const hit = number === undefined ? undefined : addressAt(doc.text, number, free);
    if (hit === undefined) continue;
    hits.push(hit);
    free = hit.end;
  }
  return hits;
}

const NUMBER =
  /\d{1,5}(?:[a-zA-Z]|(?: [a-h])?(?=[,\n\r])|(?:[-–/]\d{1,4}[a-zA-Z]?){1,3})?(?![\p{L}\p{N}]|[:.,]\d)/uy;

function houseNumber({ text }: Doc, start: number, end: number): Span | undefined {
  const before = text.charCodeAt(start - 1);
  const beforeWord = start === 0 || before === 32 || before === 10 || before === 9 || before === 40;
  if (!(beforeWord || before === 0xa0 || before === 44)) return undefined;
  const after = text.charCodeAt(end);
  const wordFollows = (after === 32 || after === 0xa0) && isWordCode(text.charCodeAt(end + 1));
  const wordPrecedes = before === 32 && isWordBefore(text, start - 2);
  if (!(wordFollows || wordPrecedes)) return undefined;
  NUMBER.lastIndex = start;
  return NUMBER.test(text) ? { start, end: NUMBER.lastIndex } : undefined;
}

function isWordBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 57 ? isWordCode(code) : code === 46;
}

function addressAt(text: string, number: Span, free: number): Hit | undefined {
  const street = streetAt(text, number);
  if (street === undefined || street.start < free) return undefined;
  const crossed = crossingAfter(text, street);
  const tail = tailAfter(text, crossed, street);
  const town =
    street.score < 1 && !isLineStart(text, street.start)
      ? street.start
      : townBefore(text, street.start);
  let score = street.score + tail.score + (town < street.start ? 2 : 0);
  if (score < 1) return undefined;
  if (score < ENOUGH + 1) score += contextScore(text, street);
  if (score < ENOUGH) return undefined;
  const start = max(
    free,
    min(town, unitBefore(text, street.start), crossingBefore(text, street.start, tail)),
  );
  return { start, end: tail.end, confidence: min(0.95, 0.35 + score * 0.15) };
}

function isLineStart(text: string, start: number): boolean {
  return /[\n\r][ \t]{0,4}$/.test(text.slice(max(0, start - 5), start));
}

function contextScore(text: string, { start }: Street): number {
  if (precededBy(text, start, CONTEXT, 70)) return 1;
  return precededBy(text, start, PLACE_BEFORE, 8) ? 0.5 : 0;
}
