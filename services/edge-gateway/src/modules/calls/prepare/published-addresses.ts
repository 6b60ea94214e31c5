/** Returns a text without published addresses, and the addresses that it contained. */
export type WithoutPublished = (text: string) => {
  readonly text: string;
  readonly found: readonly string[];
};

/**
 * Creates a function that removes addresses which their owner published, such as that of a tool's
 * maker, so that a scan does not refuse them. An address counts only as a whole: `x-noreply@a.example`
 * does not contain `noreply@a.example`.
 */
export function withoutPublished(addresses: readonly string[]): WithoutPublished {
  if (addresses.length === 0) return (text) => ({ text, found: [] });
  const own = addresses.map((address) => address.replace(/[.+*?^$()|[\]{}\\-]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<!${BEFORE})(?:${own})(?!${AFTER})`, "giu");
  return (text) => {
    const found = text.includes("@") ? (text.match(pattern) ?? []) : [];
    if (found.length === 0) return { text, found };
    return { text: text.replace(pattern, " "), found: found.map((one) => one.toLowerCase()) };
  };
}

/**
 * What makes an address longer on its left and right side. Punctuation that RFC 5322 allows in an
 * address belongs to it only after a letter or a digit, because texts also put addresses in quotes.
 */
const BEFORE = "[\\p{L}\\p{N}\\p{M}_%+@-]|[\\p{L}\\p{N}\\p{M}][.'`&/=!#$*?^{|}~]";
const AFTER = "[\\p{L}\\p{N}\\p{M}_@-]|\\.[\\p{L}\\p{N}]";
