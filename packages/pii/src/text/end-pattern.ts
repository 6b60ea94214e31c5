/** Tests whether a text ends with something. */
export interface EndPattern {
  test(text: string): boolean;
}

/**
 * The same test as `pattern`, whose every alternative must end with `$`: read backwards from the end, instead of tried
 * from every code unit.
 */
export function endPattern({ source, flags }: RegExp): EndPattern {
  const backwards = new RegExp(`(?<=${source})`, `${flags}y`);
  return {
    test(text) {
      backwards.lastIndex = text.length;
      return backwards.test(text);
    },
  };
}
