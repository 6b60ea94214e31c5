import { decodeHTML } from "entities";
import { SCHEMES } from "./schemes.ts";

const SCHEME = `(?:${SCHEMES.join("|")}):`;
const NO_SCHEME = "[:/\\\\][/\\\\]|www\\.";
/** Matches the start of a URL, or of text that a browser turns into a URL, at every offset. */
const URL_START = new RegExp(`(?=(?<![a-z0-9+.-])${SCHEME}|${NO_SCHEME})`, "gi");
/** Matches the start of a URL at the beginning of a text, with any scheme that names a host. */
const URL_HEAD = new RegExp(`^(?:${SCHEME}|[a-z][a-z0-9+.-]*:[/\\\\]|${NO_SCHEME})`, "i");
/**
 * Matches schemes that may be a label in prose, as in `Tel: 1`; after a label, a space shows that
 * there is no URL.
 */
const LABEL = new RegExp(
  `^(?!(?:https?|wss?|ftp|file|javascript|vbscript|data|view-source|mailto|sms|smsto):)${SCHEME}$`,
  "i",
);
/** Matches text that may become the start of a URL. */
const HEAD_START = /^(?:[a-z][a-z0-9+.-]*:?|[:/\\]?)$/i;
const PLAIN_WORD = /^(?!www\.)[a-z][a-z0-9+.-]*$/i;
/**
 * Maximum length of an undecided start. References and escapes are longer than the characters that
 * they represent, by any number of zeros.
 */
const MAX_HEAD = 64;
const OPEN_ESCAPE = /&[#a-z0-9]*$|%[0-9a-f]?$/i;
/**
 * Matches characters that a URL parser, or a program before it, strips before a URL (WHATWG URL,
 * section 4.4). Browsers show U+FFFD for U+0000.
 */
const BEFORE_URL = /^[\0-\u0020\s\ufffd]+/;
/**
 * Matches invisible characters, which parsers drop from host names (UTS 46), or from URLs (WHATWG
 * URL, section 4.4).
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|[\t\n\r]/gu;
const PERCENT = /(?:%[0-9a-f]{2})+/gi;
const ROUNDS = 3;

/**
 * Returns the number of URLs that begin in `text`, either as written or decoded, whichever is
 * higher.
 */
export function urlStarts(text: string): number {
  const decoded = decode(text);
  return decoded === text ? count(text) : Math.max(count(text), count(decoded));
}

/** Returns whether a text begins with a URL; `open` means that the text after it decides. */
export function urlStartOf(written: string): "url" | "open" | "none" {
  if (PLAIN_WORD.test(written)) return written.length > MAX_HEAD ? "none" : "open";
  const text = decode(written).replace(BEFORE_URL, "");
  if (URL_HEAD.test(text)) return "url";
  if (!HEAD_START.test(text) && !OPEN_ESCAPE.test(written)) return "none";
  return written.length > MAX_HEAD ? "url" : "open";
}

/** Returns whether a text is a scheme that may be a label in prose if a space follows. */
export function mayBeLabel(written: string): boolean {
  return LABEL.test(decode(written).replace(BEFORE_URL, ""));
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
