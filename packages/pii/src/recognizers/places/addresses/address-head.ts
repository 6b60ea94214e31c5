const { max } = Math;

const TOWN =
  /(?:^|[\s,:(])((?:[A-Z]{1,3}[-–] ?)?\d{4,5}[ -]\p{Lu}[\p{L}.-]{1,30}(?: [\p{L}.-]{1,20}){0,4}(?:,[ \t]{0,2}|[ \t]{0,2}\r?\n[ \t]{0,4}))$/u;
const UNIT =
  /(?:^|[\s,(:])((?:(?:flat|level|apt|apartment|unit|suite|room|wohnung)\.? ?#?\d{1,5}[a-z]?|c\/o [^\n,]{2,30}),?[ \t]?\r?\n?)$/i;
const REACH = 60;

/**
 * Returns the start of the postal code and town directly before a street ("A-3336 St.
 * Johann\nSonnblick 32"), or `start` if there is none.
 */
export function townBefore(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (
    before !== 10 &&
    (before !== 32 || !/[,\n] {1,4}$/.test(text.slice(max(0, start - 5), start)))
  )
    return start;
  const town = TOWN.exec(text.slice(max(0, start - REACH), start))?.[1] ?? "";
  return start - town.length;
}

/**
 * Returns the start of the unit or "c/o" line directly before a street ("Flat 2, 14 Cranbrook
 * Street"), or `start` if there is none.
 */
export function unitBefore(text: string, start: number): number {
  if (!/[\n ]$/.test(text.slice(max(0, start - 1), start))) return start;
  const unit = UNIT.exec(text.slice(max(0, start - 40), start))?.[1] ?? "";
  return start - unit.length;
}
