import type { Hit, Recognizer } from "../../finding.ts";
import type { Doc } from "../../text/document.ts";
import { isVersionNumber } from "./version-number.ts";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const V4 = `${OCTET}(?:\\.${OCTET}){3}`;
const V4_ONLY = new RegExp(`^${V4}$`);
const V4_AT = new RegExp(
  `${V4}(?:/(?:3[0-2]|[12]?\\d)(?!\\d))?(?![\\p{L}\\p{N}_]|\\.\\d|-\\d+(?![\\d.]))`,
  "uy",
);
const WORD = /[\p{L}\p{N}_.-]/u;
const V6_RUN = /[0-9a-f:.]+(?:%[a-z0-9]{1,16})?(?:\/\d{1,3}(?!\d))?/iy;
const V6_MAX = 64;
/**
 * Matches loopback, unspecified and broadcast addresses (RFC 6890), which occur in every
 * configuration and do not identify a machine.
 */
const SPECIAL_ADDRESS = /^(?:127\.0\.0\.1|0\.0\.0\.0|255\.255\.255\.255)(?:\/|$)/;
const NAMED = { name: "ip-address", type: "IP_ADDRESS" } as const;

/**
 * Recognizes IPv4 addresses in dotted decimal and IPv6 addresses in the text forms of RFC 4291,
 * section 2.2, with prefix lengths (RFC 4632).
 */
export const ipAddress: Recognizer = {
  ...NAMED,
  parts: [
    { ...NAMED, codes: [{ run: [1, 3], begins: "number", after: /^\.0/ }], find: findV4 },
    { ...NAMED, needs: ":", find: (doc) => findV6(doc.text) },
  ],
};

function findV4({ text, codes: { starts } }: Doc, places: readonly number[]): Hit[] {
  const hits: Hit[] = [];
  for (const index of places) {
    const start = starts[index] ?? 0;
    V4_AT.lastIndex = start;
    if (V4_AT.test(text) && !isOther(text, start, V4_AT.lastIndex))
      hits.push({ start, end: V4_AT.lastIndex, confidence: 0.95 });
  }
  return hits;
}

function isOther(text: string, start: number, end: number): boolean {
  if (WORD.test(text.charAt(start - 1))) return true;
  return SPECIAL_ADDRESS.test(text.slice(start, end)) || isVersionNumber(text, start, end);
}

/** Goes from every colon back to the start of its run, and reads each run once. */
function findV6(text: string): Hit[] {
  const hits: Hit[] = [];
  let free = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", free)) {
    const start = groupStart(text, colon, free);
    V6_RUN.lastIndex = start;
    V6_RUN.test(text);
    free = V6_RUN.lastIndex;
    const hit = free - start > V6_MAX ? undefined : v6Of(text, start, free);
    if (hit !== undefined) hits.push(hit);
  }
  return hits;
}

function groupStart(text: string, colon: number, floor: number): number {
  let start = colon;
  while (start > Math.max(floor, colon - 5) && /[0-9a-f]/i.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function v6Of(text: string, start: number, end: number): Hit | undefined {
  if (end - start < 3 || /[\p{L}\p{N}_:.]/u.test(text.charAt(start - 1))) return undefined;
  if (/[\p{L}\p{N}_]/u.test(text.charAt(end))) return undefined;
  const run = text.slice(start, end);
  const kept = run.endsWith("::") ? run : run.replace(/[.:]$/, "");
  const [address = ""] = kept.split(/[%/]/);
  return isV6(address) && address !== "::1"
    ? { start, end: start + kept.length, confidence: 0.95 }
    : undefined;
}

/**
 * Returns whether the text is an IPv6 address. It must contain a digit, because `a::b` may be an
 * expression with a scope operator.
 */
function isV6(address: string): boolean {
  if (!address.includes(":") || !/\d/.test(address)) return false;
  const [head = "", tail, ...more] = address.split("::");
  if (more.length > 0) return false;
  if (tail === undefined) return countGroups(head, true) === 8;
  const [before, after] = [countGroups(head, false), countGroups(tail, true)];
  return before >= 0 && after >= 0 && before + after <= 7;
}

/**
 * Returns the number of 16-bit groups, or -1 if one is invalid. A final IPv4 address counts as two
 * groups.
 */
function countGroups(part: string, mayEndInV4: boolean): number {
  if (part === "") return 0;
  const groups = part.split(":");
  const v4 = mayEndInV4 && V4_ONLY.test(groups.at(-1) ?? "") ? groups.splice(-1).length : 0;
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.length + 2 * v4 : -1;
}
