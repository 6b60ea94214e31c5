import type { Hit, Recognizer } from "../../finding.ts";

/** Matches letters of any script, which RFC 6531 adds to the atext of RFC 5322. */
const WIDE_LOCAL = /[\p{L}\p{M}\p{N}]/u;
/** ASCII characters allowed in a local part: the atext of RFC 5322, section 3.2.3, and the dot. */
const LOCAL = table("!#$%&'*+-./=?^_`{|}~");
const EDGE = ".'`*_~/=?&|{}!#$%^+-";
/** The limit of RFC 5321, section 4.5.3.1.1, which counts octets; this code counts code units. */
const LOCAL_MAX = 64;
const DOMAIN =
  /(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}(?:xn--[a-z0-9-]{2,59}|[a-z]{2,63})/iy;
const WIDE_DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]{1,62})/iuy;

/** Recognizes email addresses (RFC 5321 and 6531), except those with a quoted local part. */
export const email: Recognizer = {
  name: "email",
  type: "EMAIL",
  needs: "@",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
      const start = localStart(text, at);
      const end = start === at ? -1 : domainEnd(text, at + 1);
      if (end !== -1) hits.push({ start, end, confidence: 0.99 });
    }
    return hits;
  },
};

function domainEnd(text: string, from: number): number {
  DOMAIN.lastIndex = from;
  const end = DOMAIN.test(text) ? DOMAIN.lastIndex : -1;
  if (end !== -1 && text.charCodeAt(end) < 128) return end;
  WIDE_DOMAIN.lastIndex = from;
  return WIDE_DOMAIN.test(text) ? WIDE_DOMAIN.lastIndex : end;
}

function localStart(text: string, at: number): number {
  const floor = Math.max(0, at - LOCAL_MAX);
  let start = at;
  while (start > floor && isLocal(text, start - 1)) start -= 1;
  while (start < at && EDGE.includes(text.charAt(start))) start += 1;
  return start;
}

function isLocal(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 ? LOCAL[code] === 1 : WIDE_LOCAL.test(text.charAt(index));
}

function table(signs: string): Uint8Array {
  const kinds = new Uint8Array(128);
  for (let code = 0; code < 128; code += 1)
    if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) kinds[code] = 1;
  for (const sign of signs) kinds[sign.charCodeAt(0)] = 1;
  return kinds;
}
