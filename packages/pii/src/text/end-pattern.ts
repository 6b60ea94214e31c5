/** Tests whether a text ends with something. */
export interface EndPattern {
  test(text: string): boolean;
}

/**
 * Tests the same as `pattern`, whose every alternative must end with `$`, but reads backwards from
 * the end instead of trying from every code unit.
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
