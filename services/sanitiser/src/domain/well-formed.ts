const LONE_SURROGATE = /\p{Surrogate}/gu;

/**
 * Replaces lone surrogates with U+FFFD, since UTF-8 cannot encode them. The length does not change.
 */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}
