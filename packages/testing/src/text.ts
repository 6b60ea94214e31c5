import fc, { type Arbitrary } from "fast-check";

/**
 * Generates any character except lone surrogates, as a unit for `fc.string`. fast-check's unit
 * "binary" builds a table of all code points in each suite, which takes longer than the suite.
 */
export const anyCharacter: Arbitrary<string> = fc
  .oneof(fc.integer({ max: 0xd7ff, min: 0 }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));
