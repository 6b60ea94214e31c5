/**
 * Returns the number of octets of the UTF-8 character that begins with `first`, or 0 if none does.
 */
export function octetsOf(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
