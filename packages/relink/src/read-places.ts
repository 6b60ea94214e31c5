import type { Span } from "@veil/pii/spans";
import { TextReading } from "./stream/text-reading.ts";

/**
 * Refuses spans that the reading of streams refuses: behind a URL that a renderer or a browser may not have ended, and where
 * only some of them see text. Spans come in order.
 */
export function readPlaces(
  text: string,
  spans: readonly Span[],
  isLeaf: boolean,
): ReadonlySet<Span> {
  const reading = new TextReading({ isLeaf, isWhole: true });
  const refused = new Set<Span>();
  let at = 0;
  for (const span of spans) {
    reading.read(text.slice(at, span.start));
    if (!reading.isText) refused.add(span);
    at = span.start;
  }
  return refused;
}
