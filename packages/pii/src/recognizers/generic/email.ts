import type { Hit, Recognizer } from "../../finding.ts";

/** RFC 5322 atext, and letters of any script (RFC 6531). */
const LOCAL = /[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]/u;
/** RFC 5321, section 4.5.3.1.1, in octets; here code units. */
const LOCAL_MAX = 64;
/** Labels of letters, digits and hyphens (also of U-labels, RFC 5890), the last one without digits or `xn--`. */
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}(?:xn--[a-z0-9-]{2,59}|\p{L}[\p{L}\p{M}]{1,62})/iuy;
/** Written around an address rather than in it. */
const EDGE = /[.'`*_~/=?&|{}!#$%^+-]/;

/** Email addresses, RFC 5321 and 6531, without quoted local parts. */
export const email: Recognizer = {
  name: "email",
  type: "EMAIL",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
      const end = domainEnd(text, at + 1);
      const start = end === -1 ? at : localStart(text, at);
      if (start < at) hits.push({ start, end, confidence: 0.99 });
    }
    return hits;
  },
};

function domainEnd(text: string, from: number): number {
  DOMAIN.lastIndex = from;
  return DOMAIN.test(text) ? DOMAIN.lastIndex : -1;
}

function localStart(text: string, at: number): number {
  const floor = Math.max(0, at - LOCAL_MAX);
  let start = at;
  while (start > floor && isLocal(text, start - 1)) start -= 1;
  while (start < at && EDGE.test(text.charAt(start))) start += 1;
  return start;
}

function isLocal(text: string, index: number): boolean {
  return LOCAL.test(text.charAt(index));
}
