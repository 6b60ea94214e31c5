/** Taken once: a look-up of a global object costs much where tests run. */
const { max } = Math;

/** Whether `words` stand in the `reach` code units before `start`. */
export function precededBy(text: string, start: number, words: RegExp, reach = 40): boolean {
  return words.test(text.slice(max(0, start - reach), start));
}

/** Whether the code unit at `index` is there and matches `kind`, a class of single code units. */
export function charIs(text: string, index: number, kind: RegExp): boolean {
  return kind.test(text.charAt(index));
}
