import { TextReading } from "./stream/text-reading.ts";
import { decode } from "./url-starts.ts";

/**
 * Returns the places (offsets) that the reading of streams refuses: after a URL that a renderer or
 * a browser may not have ended, and where only some renderers or browsers see text.
 */
export function readPlaces(
  text: string,
  places: readonly number[],
  isLeaf: boolean,
): ReadonlySet<number> {
  const reading = new TextReading({ isLeaf: isLeaf && !isComment(text), isWhole: true });
  const refused = new Set<number>();
  let at = 0;
  for (const place of [...places].sort((one, other) => one - other)) {
    reading.read(text.slice(at, place));
    if (!reading.isText) refused.add(place);
    at = place;
  }
  return refused;
}

/**
 * Matches text that is not a URL, even relative to an http(s) URL. A space in a host is an error
 * (WHATWG URL, section 3.5), unless a user name ends after it.
 */
const BLANK_IN_HOST = /^[\0-\u0020\s\ufffd]*[/\\]{2,}[ \u00a0][^@/\\?#]*(?:[/\\?#]|$)/;
/** Matches the characters that a URL parser drops. */
const DROPPED = /[\t\n\r]/g;

function isComment(text: string): boolean {
  return BLANK_IN_HOST.test(text.replace(DROPPED, "")) && BLANK_IN_HOST.test(decode(text));
}
