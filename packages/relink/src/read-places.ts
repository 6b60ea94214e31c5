import { TextReading } from "./stream/text-reading.ts";

/**
 * Refuses places (offsets) that the reading of streams refuses: behind a URL that a renderer or a browser may not have ended,
 * and where only some of them see text.
 */
export function readPlaces(
  text: string,
  places: readonly number[],
  isLeaf: boolean,
): ReadonlySet<number> {
  const reading = new TextReading({ isLeaf, isWhole: true });
  const refused = new Set<number>();
  let at = 0;
  for (const place of [...places].sort((one, other) => one - other)) {
    reading.read(text.slice(at, place));
    if (!reading.isText) refused.add(place);
    at = place;
  }
  return refused;
}
