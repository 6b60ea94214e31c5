import { domainToASCII, domainToUnicode } from "node:url";
import { ApiError } from "@veil/contracts/errors";

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ASCII = /^[\x21-\x7e]+$/;

/**
 * Returns the normalized address, or undefined if it is invalid. The text must be ASCII before it
 * is converted to lower case, because the Kelvin sign would become a "k". Tags (`name+tag`) are
 * kept.
 * Source: RFC 5321, section 4.1.2 (dot-string local parts, no quoted strings, no address literals).
 */
export function normalizedEmail(text: string): string | undefined {
  if (!ASCII.test(text) || text.length > 254) return undefined;
  const [local = "", domain = "", ...rest] = text.toLowerCase().split("@");
  if (rest.length > 0 || local.length > 64 || !LOCAL_PART.test(local)) return undefined;
  return isDomain(domain) ? `${local}@${domain}` : undefined;
}

/** Normalizes a field "email". @throws ApiError `invalid_field` when it is invalid */
export function requireEmail(text: string): string {
  const email = normalizedEmail(text);
  if (email !== undefined) return email;
  throw new ApiError("invalid_field", 'Field "email" is not an email address in ASCII', {
    hint: "Write international domains in Punycode (xn--...).",
  });
}

function isDomain(domain: string): boolean {
  const labels = domain.split(".");
  const wellFormed = labels.length >= 2 && labels.every((label) => LABEL.test(label));
  if (!wellFormed || /^\d+$/.test(labels.at(-1) ?? "")) return false;
  // The domain is decoded and encoded again (UTS 46). A difference means that an `xn--` label is
  // not canonical. The decoded labels are checked first, because Node versions return different
  // results for a label that cannot be decoded.
  const unicode = domainToUnicode(domain);
  const decoded = unicode.split(".").every((label) => label !== "" && !label.startsWith("xn--"));
  return decoded && domainToASCII(unicode) === domain;
}
