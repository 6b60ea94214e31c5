/** Tests whether a text ends with a match. */
export interface EndPattern {
  test(text: string): boolean;
}

/**
 * Returns a test that accepts the same texts as `pattern`. Each alternative of `pattern` must end
 * with `$`. The test reads backwards from the end instead of trying from every code unit.
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
