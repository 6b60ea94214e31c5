import type { Span } from "./spans.ts";

/**
 * Replaces disjoint spans, which must be in document order, in one pass. Replacements are not read
 * again.
 */
export function replaceSpans<T extends Span>(
  text: string,
  spans: readonly T[],
  replacement: (span: T, value: string) => string,
): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    parts.push(text.slice(at, span.start), replacement(span, text.slice(span.start, span.end)));
    at = span.end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}
