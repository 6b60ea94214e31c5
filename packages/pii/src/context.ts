/** Whether `words` stand in the `reach` code units before `start`. */
export function precededBy(text: string, start: number, words: RegExp, reach = 40): boolean {
  return words.test(text.slice(Math.max(0, start - reach), start));
}

/** Whether the code unit at `index` is there and matches `kind`, a class of single code units. */
export function charIs(text: string, index: number, kind: RegExp): boolean {
  return kind.test(text.charAt(index));
}
