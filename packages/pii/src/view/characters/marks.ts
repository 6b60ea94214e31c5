import type { Edit } from "../edits/edit.ts";

const MARK = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]/;
/** Matches strokes and lines through or under letters, as in "A̶n̶n̶a̶". */
const OVERLAYS = /[\u0305\u0332-\u0338\u035f\u20d0-\u20f0]/g;
const OVERLAY = new RegExp(OVERLAYS.source);
const LONGEST = 8;

/**
 * Returns an edit of a letter with the marks that begin at `at`, composed where possible (UAX #15,
 * NFC).
 */
export function markAt(text: string, at: number, floor: number): Edit | undefined {
  const mark = text.charAt(at);
  if (!MARK.test(mark)) return undefined;
  // In a long row of marks, only the first ones are composed; later ones stay, except overlays.
  if (MARK.test(text.charAt(at - 1)) && !OVERLAY.test(mark)) return undefined;
  let end = at + 1;
  while (end - at < LONGEST && MARK.test(text.charAt(end))) end += 1;
  const start = Math.max(at - 1, floor);
  const written = text.slice(start, end);
  const value = written.replace(OVERLAYS, "").normalize("NFC");
  return value === written ? undefined : { start, end, value };
}
