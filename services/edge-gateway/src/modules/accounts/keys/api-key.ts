import { crc32 } from "node:zlib";
import type { RandomBytes } from "@veil/crypto";

export type KeyFamily = "svc" | "gw_live";

export interface ParsedApiKey {
  readonly family: KeyFamily;
  /** The public part of the key, used in tables, lists and logs. */
  readonly keyId: string;
  readonly text: string;
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 8;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = /^((svc|gw_live)_([0-9A-Za-z]{8})[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

/** Creates a key of the form `<family>_<key id><secret><checksum>`. */
export function mintApiKey(family: KeyFamily, random: RandomBytes): ParsedApiKey {
  const keyId = randomDigits(ID_LENGTH, random);
  const body = `${family}_${keyId}${randomDigits(SECRET_LENGTH, random)}`;
  return { family, keyId, text: body + checksum(body) };
}

/**
 * Parses a key. Returns undefined if the text cannot be a key, so that no database look-up is
 * needed.
 */
export function parseApiKey(text: string): ParsedApiKey | undefined {
  const [, body = "", family, keyId = "", sum] = FORM.exec(text) ?? [];
  if (family === undefined || checksum(body) !== sum) return undefined;
  return { family: family as KeyFamily, keyId, text };
}

/**
 * Returned instead of a key that a response must hide. It is the same for every account, and
 * `parseApiKey` refuses it.
 */
export const MASKED_API_KEY = `svc_${"*".repeat(24)}`;

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let place = 0; place < CHECKSUM_LENGTH; place++) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

// The largest multiple of 62 that fits in a byte. This byte and higher ones would favor the first
// digits.
const UNBIASED = 248;

function randomDigits(length: number, random: RandomBytes): string {
  let digits = "";
  while (digits.length < length) {
    const usable = [...random(length - digits.length)].filter((byte) => byte < UNBIASED);
    digits += usable.map((byte) => DIGITS.charAt(byte % DIGITS.length)).join("");
  }
  return digits;
}
