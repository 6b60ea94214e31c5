import type { Span } from "../../finding.ts";

const SCHEME_AT_END = /[a-z][a-z0-9+.-]{0,30}$/i;
const REST = /[^\s<>"'`\\^{}|“”„«»]+/y;
const TRAILING = /[.,;:!?)\]*]{0,4}$/;

/**
 * Finds every URL with a scheme (RFC 3986), without trailing punctuation. Linear, because each
 * character is read once.
 */
export function findUrls(text: string): Span[] {
  const urls: Span[] = [];
  let free = 0;
  for (let mark = text.indexOf("://"); mark !== -1; mark = text.indexOf("://", free)) {
    const before = text.slice(Math.max(free, mark - 31), mark);
    const scheme = SCHEME_AT_END.exec(before)?.[0] ?? "";
    REST.lastIndex = mark;
    free = REST.test(text) ? REST.lastIndex : mark + 3;
    if (scheme === "" || free <= mark + 3) continue;
    const end =
      free - (TRAILING.exec(text.slice(Math.max(mark + 3, free - 4), free))?.[0].length ?? 0);
    urls.push({ start: mark - scheme.length, end });
  }
  return urls;
}
