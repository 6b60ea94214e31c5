/**
 * The characters of the octets 80 to 9F (WHATWG Encoding, index windows-1252); for other octets,
 * ISO 8859-1 applies.
 */
const UPPER_CONTROLS = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const FIRST = 0x80;

const OCTETS: ReadonlyMap<number, number> = new Map(
  Array.from(UPPER_CONTROLS, (character, at) => [character.charCodeAt(0), FIRST + at]),
);

/**
 * Returns the octet that Windows-1252 or ISO 8859-1 decodes to this code unit, or undefined if
 * there is none.
 */
export function octetOf(unit: number): number | undefined {
  return unit <= 0xff ? unit : OCTETS.get(unit);
}

/** All code units to which these encodings decode the octets 80 to BF. */
export const CONTINUATIONS: readonly number[] = [
  ...OCTETS.keys(),
  ...Array.from({ length: 0x40 }, (_unit, at) => FIRST + at),
];
