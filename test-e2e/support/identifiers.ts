const IDENTIFIER = /[A-Za-z0-9_-]{12,}/g;
/** Matches times in whole seconds, which the sandboxes may log. */
const WHOLE_SECOND = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;
const JSON_IN_BASE64 = /\beyJ[A-Za-z0-9_-]+/g;

/**
 * Returns long words with a digit, which could identify one request. Includes words inside tokens.
 */
export function identifiersIn(text: string): Set<string> {
  const inner = [...text.matchAll(JSON_IN_BASE64)].map(([part]) =>
    Buffer.from(part, "base64url").toString(),
  );
  const words = [text, ...inner].flatMap(
    (part) => part.replaceAll(WHOLE_SECOND, "").match(IDENTIFIER) ?? [],
  );
  return new Set(words.filter((word) => /\d/.test(word)));
}

export function sharedBy(one: string, other: string): string[] {
  const known = identifiersIn(other);
  return [...identifiersIn(one)].filter((word) => known.has(word));
}

/** Returns RFC 3339 times with a fraction, and milliseconds since 1970. */
export function fineTimesIn(text: string): string[] {
  return text.match(/\d\d:\d\d:\d\d[.,]\d+|\b1[6-9]\d{8}\.\d+|\b1[6-9]\d{11}\b/g) ?? [];
}
