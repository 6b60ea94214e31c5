export interface Window {
  readonly from: number;
  readonly to: number;
  readonly countsFrom: number;
  readonly countsTo: number;
}

/**
 * Windows of up to `most` tokens that overlap by about a quarter. Each word counts once, in a window with words on
 * both sides, or the end of the text. A word may not have more tokens than `most`.
 */
export function tokenWindows(lengths: readonly number[], most: number): readonly Window[] {
  const windows: Window[] = [];
  let from = 0;
  let countsFrom = 0;
  while (countsFrom < lengths.length) {
    const to = endOf(lengths, from, most);
    const isLast = to === lengths.length;
    const overlap = isLast ? 0 : Math.floor((to - from) / 4);
    const countsTo = Math.max(countsFrom + 1, to - Math.ceil(overlap / 2));
    windows.push({ from, to, countsFrom, countsTo: isLast ? to : countsTo });
    countsFrom = isLast ? to : countsTo;
    from = to - overlap;
  }
  return windows;
}

function endOf(lengths: readonly number[], from: number, most: number): number {
  let tokens = 0;
  let to = from;
  while (to < lengths.length) {
    tokens += lengths[to] ?? 0;
    if (tokens > most && to > from) break;
    to += 1;
  }
  return to;
}
