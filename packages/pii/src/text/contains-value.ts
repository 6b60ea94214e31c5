/**
 * Returns a function that tests whether a text contains the words of `value`, next to each other
 * and ignoring case and the number of spaces.
 */
export function containsValue(value: string): (text: string) => boolean {
  const expected = ` ${wordsOf(value)} `;
  return (text) => ` ${wordsOf(text)} `.includes(expected);
}

/** Returns the letters, digits and symbols of a text, with one space between words. */
function wordsOf(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase();
  return folded
    .replaceAll(
      /([\p{L}\p{M}\p{N}]+)|(\S)/gu,
      (_match, word?: string, other?: string) => ` ${word ?? other} `,
    )
    .split(/\s+/u)
    .filter((word) => word !== "")
    .join(" ");
}
