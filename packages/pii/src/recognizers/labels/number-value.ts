import type { Span } from "../../finding.ts";

const FIRST =
  /(?:[A-Z]{1,5} (?=[A-Z0-9/-]{0,6}\d))?[A-Za-z0-9](?:[A-Za-z0-9]|[-/._#+](?=[A-Za-z0-9])|\/\/(?=\d)){0,39}/y;
const NEXT =
  / (?:(?=[A-Z]{0,4}\d)[A-Z0-9]{1,12}(?:[-/.][A-Z0-9]{1,8}){0,4}|[A-Z](?= \d{2}))(?![\p{L}\p{N}:_%€$])/uy;
const COURT = /\d{1,4} [A-Za-z]{1,4} \d{1,5}\/\d{2,4}(?: [A-Z]{1,3})?(?![\p{L}\p{N}])/uy;
const TAIL = / [A-Z]{1,2}(?=[.,;)"'\]<]|\s*(?:\n|$))/y;
const DATE_OR_TIME =
  /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{1,2})|\d{4}-\d\d-\d\d.*|\d{1,2}\.\d+|\d+\.\d{1,2}|v?\d{1,2}(?:\.\d{1,3}){1,3})$/i;
const UNIT =
  /^ ?(?:[%€$£°]|(?:eur|euro|usd|gbp|chf|percent|prozent|kg|km|mb|gb|ms|days?|tagen?|times|mal|stück|pages?|seiten?|years?|jahren?|users?|of \d|von \d)(?![\p{L}]))/iu;
const UNIT_WORD = /^ (?!(?:and|und|or|oder|but|aber)(?!\p{L}))\p{Ll}/u;
const LONGEST = 9;

/**
 * Returns a number that begins at `start`, with its groups as people write them: "4471 882 013",
 * "HO-4 5518820-11", "12 O 345/20".
 */
export function numberAt(text: string, start: number): Span | undefined {
  COURT.lastIndex = start;
  if (COURT.test(text)) return { start, end: COURT.lastIndex };
  FIRST.lastIndex = start;
  if (!FIRST.test(text)) return undefined;
  let end = FIRST.lastIndex;
  if (isDateOrTime(text.slice(start, end))) return undefined;
  if (/\d/.test(text.slice(start, end))) end = withGroups(text, end);
  return UNIT.test(text.slice(end, end + 12)) || /^[(@]/.test(text.charAt(end))
    ? undefined
    : { start, end };
}

function isDateOrTime(value: string): boolean {
  return DATE_OR_TIME.test(value);
}

export function digitsIn(value: string): number {
  let digits = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code >= 48 && code <= 57) digits += 1;
  }
  return digits;
}

function withGroups(text: string, first: number): number {
  let end = first;
  for (let groups = 1; groups < LONGEST; groups += 1) {
    NEXT.lastIndex = end;
    if (!NEXT.test(text)) break;
    const group = text.slice(end + 1, NEXT.lastIndex);
    if (isDateOrTime(group) || isQuantity(text, group, NEXT.lastIndex)) break;
    end = NEXT.lastIndex;
  }
  TAIL.lastIndex = end;
  return TAIL.test(text) ? TAIL.lastIndex : end;
}

/**
 * Returns whether a short number before a word is a quantity rather than a group of the number: "3"
 * in "4711 3 days".
 */
function isQuantity(text: string, group: string, end: number): boolean {
  return /^\d{1,2}$/.test(group) && UNIT_WORD.test(text.slice(end, end + 8));
}
