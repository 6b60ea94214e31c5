/** Cached: looking up a global object is slow under the test runner's module loader. */
const { max } = Math;

/** Returns whether `words` matches within the `reach` code units before `start`. */
export function precededBy(text: string, start: number, words: RegExp, reach = 40): boolean {
  return words.test(text.slice(max(0, start - reach), start));
}

export function charIs(text: string, index: number, kind: RegExp): boolean {
  return kind.test(text.charAt(index));
}
