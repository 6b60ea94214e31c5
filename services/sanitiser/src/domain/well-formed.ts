const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Replaces lone surrogates by U+FFFD, since UTF-8 cannot encode them. The length stays. */
export function wellFormed(text: string): string {
  return text.replace(LONE_SURROGATE, "\ufffd");
}
