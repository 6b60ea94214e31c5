import type { Word } from "./words.ts";

const KEYS: ReadonlySet<string> = new Set(
  "apt apartment suite ste unit flat floor room rm building bldg wohnung whg stiege top tür etage stock appartement appt lakás".split(
    " ",
  ),
);
const UNIT =
  /(?:[,/]|\.(?=,?\s))?[ \t\u00a0]{0,3}(?:\r?\n[ \t\u00a0]{0,4})?(?:,[ \t]?)?(?:(?:apt|apartment|suite|ste|unit|flat|floor|fl|room|rm|building|bldg|lot|wohnung|whg|stiege|stg|top|tür|etage|stock|appartement|appt|lakás|m|lok|box|bus|hinterhaus|haus)\b\.?[ \t]?#?[ \t]?\d{1,5}[a-z]?|#[ \t]?\d{1,5}[a-z]?|\d{1,2}(?:st|nd|rd|th) floor|\d{1,2}\. ?(?:stock|og|etage)|(?:apt|suite|ste|unit|flat)\b\.? [A-Z]\d{0,3})(?![\p{L}\p{N}])/iuy;

export function isUnit({ key }: Word): boolean {
  return KEYS.has(key);
}

/**
 * Returns the end and the number of the units directly after `at`: "Suite 245", "Stiege 2, Top 4".
 */
export function unitsAfter(
  text: string,
  at: number,
): { readonly end: number; readonly count: number } {
  if (!/^[.,/\s]{0,8}[#\dA-FHL-MRSTUW]/i.test(text.slice(at, at + 9))) return { end: at, count: 0 };
  let end = at;
  let count = 0;
  for (; count < 4; count += 1) {
    UNIT.lastIndex = end;
    // "TOP 4" is an agenda item, and "Top 4" is an apartment in Vienna.
    if (!UNIT.test(text) || /\bTOP\b/.test(text.slice(end, UNIT.lastIndex))) break;
    end = UNIT.lastIndex;
  }
  return { end, count };
}
