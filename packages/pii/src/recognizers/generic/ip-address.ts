import { precededBy } from "../../context.ts";
import type { Hit, Recognizer } from "../../finding.ts";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const V4 = `${OCTET}(?:\\.${OCTET}){3}`;
const V4_ALONE = new RegExp(`^${V4}$`);
const V4_IN_TEXT = new RegExp(
  `(?<![\\p{L}\\p{N}_.-])${V4}(?:/(?:3[0-2]|[12]?\\d)(?!\\d))?(?![\\p{L}\\p{N}_]|\\.\\d)`,
  "gu",
);
/** A whole run of what an IPv6 address is written with, its zone (RFC 4007) and prefix length. */
const V6_RUN =
  /(?<![\p{L}\p{N}_:.])[0-9a-f:.]+(?:%[a-z0-9]{1,16})?(?:\/\d{1,3}(?!\d))?(?![\p{L}\p{N}_])/giu;
const V6_MAX = 64;
const VERSION = /(?:\bversion|\bv|\brelease|\bbuild|§|\bsection|\babschnitt|\bkapitel)\s?$/i;

/** IPv4 in dotted decimal and IPv6 in the text forms of RFC 4291, section 2.2, with prefix lengths (RFC 4632). */
export const ipAddress: Recognizer = {
  name: "ip-address",
  type: "IP_ADDRESS",
  find: ({ text }) => [...findV4(text), ...findV6(text)],
};

function findV4(text: string): Hit[] {
  return [...text.matchAll(V4_IN_TEXT)]
    .filter(({ index }) => !precededBy(text, index, VERSION, 12))
    .map(({ 0: address, index }) => ({
      start: index,
      end: index + address.length,
      confidence: 0.95,
    }));
}

function findV6(text: string): Hit[] {
  if (!text.includes(":")) return [];
  return [...text.matchAll(V6_RUN)].flatMap(({ 0: run, index }) => {
    if (run.length > V6_MAX) return [];
    const kept = run.replace(/[.:]$/, (last) => (last === "." || !run.endsWith("::") ? "" : last));
    const [address = ""] = kept.split(/[%/]/);
    if (!isV6(address)) return [];
    return [{ start: index, end: index + kept.length, confidence: 0.95 }];
  });
}

/** Without a digit it may be a scope operator of a programming language: `a::b`. */
function isV6(address: string): boolean {
  if (!address.includes(":") || !/\d/.test(address)) return false;
  const [head = "", tail, ...more] = address.split("::");
  if (more.length > 0) return false;
  if (tail === undefined) return countGroups(head, true) === 8;
  const [before, after] = [countGroups(head, false), countGroups(tail, true)];
  return before >= 0 && after >= 0 && before + after <= 7;
}

/** Groups of 16 bits, or -1. An IPv4 address at the end counts as two. */
function countGroups(part: string, mayEndInV4: boolean): number {
  if (part === "") return 0;
  const groups = part.split(":");
  const v4 = mayEndInV4 && V4_ALONE.test(groups.at(-1) ?? "") ? groups.splice(-1).length : 0;
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups.length + 2 * v4 : -1;
}
