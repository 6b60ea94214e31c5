import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deriveKey, hmacSha256, sha256 } from "@veil/crypto";

const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));
const LABEL = /"(veil\/gateway\/[a-z-]+\/v\d)"/g;
/** Matches hashes, keys, ids and sealed values. */
const HEX = /[0-9a-f]{32,}/g;
const BASE64 = /[A-Za-z0-9+/_-]{22,}/g;
/** How many hexadecimal digits are compared. An id may be the beginning of a hash. */
const DIGITS = 32;

/** Returns the hashes, keys, ids and sealed values in the texts that stand there in hexadecimal. */
export function bytesIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(HEX) ?? []));
}

interface Remains {
  /** The rows of the database, with bytes in hexadecimal. */
  readonly rows: readonly string[];
  /** What else an attacker has. */
  readonly texts: readonly string[];
  /** The secrets from which the gateway derives keys. */
  readonly roots: readonly Buffer[];
  /** All other secrets. */
  readonly secrets: readonly Buffer[];
}

/**
 * Searches for a way from a person's values to what remains: an attacker knows the values and
 * computes hashes, HMACs, and HMACs of these, with each secret, each key that the gateway derives
 * from one, and each byte string in the database.
 * @returns what remains: values as they are, and the first 16 bytes of results
 */
export function linksTo(values: readonly string[], remains: Remains): string[] {
  const { rows, texts, roots, secrets } = remains;
  const all = [...rows, ...texts];
  const inBase64 = all.flatMap((text) => text.match(BASE64) ?? []);
  const known = new Set([
    ...[...bytesIn(all)].map((hex) => hex.slice(0, DIGITS)),
    ...inBase64.map((word) => Buffer.from(word, "base64").toString("hex", 0, DIGITS / 2)),
  ]);
  const keys = [
    ...[...roots, ...secrets],
    ...roots.flatMap((root) => labels().map((label) => deriveKey(root, label))),
    ...[...bytesIn(rows)].map((hex) => Buffer.from(hex, "hex")).filter(isKey),
  ];
  const hashed = (message: Uint8Array) => keys.map((key) => hmacSha256(key, message));
  const once = values.flatMap((value) => [sha256(value), ...hashed(Buffer.from(value))]);
  const results = [...once, ...once.flatMap(hashed)].map((hash) => hash.toString("hex", 0, 16));
  return [
    ...values.filter((value) => all.some((text) => text.includes(value))),
    ...new Set(results.filter((hex) => known.has(hex))),
  ];
}

function isKey({ length }: Buffer): boolean {
  return length >= 16 && length <= 64;
}

/** Returns the labels with which the gateway derives keys. */
function labels(): readonly string[] {
  const names = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  const texts = names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(SOURCE + name, "utf8"));
  return texts.flatMap((text) => [...text.matchAll(LABEL)].map(([, label = ""]) => label));
}
