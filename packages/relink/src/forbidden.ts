import { decodeHTML } from "entities";
import { SCHEMES } from "./schemes.ts";

/** The start of a URL, or of what a browser turns into one; tested at every offset. */
const URL_START = new RegExp(
  `(?=(?<![a-z0-9+.-])(?:${SCHEMES.join("|")}):|:[/\\\\]|[/\\\\]{2}|www\\.)`,
  "gi",
);
/** Invisible, and dropped from host names (UTS 46). */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ROUNDS = 3;

/** Number of URLs that begin in `text`, as written or decoded, whichever is more. */
export function urlStarts(text: string): number {
  const decoded = decode(text);
  return decoded === text ? count(text) : Math.max(count(text), count(decoded));
}

export function decode(text: string, rounds = ROUNDS): string {
  if (rounds === 0) return text;
  const plain = (text.includes("&") ? decodeHTML(text) : text)
    .replace(INVISIBLE, "")
    .replace(PERCENT, decodePercent);
  return plain === text ? text : decode(plain, rounds - 1);
}

function count(text: string): number {
  return [...text.matchAll(URL_START)].length;
}

function decodePercent(escapes: string): string {
  return Buffer.from(escapes.replaceAll("%", ""), "hex").toString("utf8");
}
