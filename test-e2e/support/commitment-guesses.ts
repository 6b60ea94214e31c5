import { createHmac } from "node:crypto";
import { sha256Hex } from "@veil/crypto";
import type { Sink } from "@veil/local-stack/inspection";
import { tokenSeed } from "@veil/veil/claims";

/** The data that an attacker could find by reading every sink. */
export interface Visible {
  /** Everything that could be a hash or commitment: 64 hexadecimal digits. */
  readonly digests: ReadonlySet<string>;
  /** Everything that could be a key or seed: 32 encoded bytes, ids, and values derived from ids. */
  readonly keys: readonly Uint8Array[];
}

const DIGEST = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;
const ID = /\b[a-z]{2,4}_[A-Za-z0-9_-]{8,}\b/g;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Matches 32 bytes in base64, in either alphabet. */
const BASE64 = /(?<![\w+/-])[\w+/-]{43}(?![\w+/-])/g;

export function visibleIn(sinks: readonly Sink[]): Visible {
  const found = (pattern: RegExp) =>
    new Set(sinks.flatMap(({ text }) => text.toLowerCase().match(pattern) ?? []));
  const asWritten = (pattern: RegExp) => [
    ...new Set(sinks.flatMap(({ text }) => text.match(pattern) ?? [])),
  ];
  const digests = found(DIGEST);
  const ids = [...asWritten(ID), ...asWritten(UUID)];
  const keys = [
    ...[...digests].map((hex) => Buffer.from(hex, "hex")),
    ...asWritten(BASE64).map((text) => Buffer.from(text, "base64")),
    ...ids.flatMap((id) => [Buffer.from(id), Buffer.from(id.slice(id.indexOf("_") + 1))]),
    ...ids.map((id) => tokenSeed(id)),
  ];
  return { digests, keys };
}

/** Returns the values whose hash, or whose commitment under any of the keys, is visible. */
export function guessedIn(
  { digests, keys }: Visible,
  values: readonly string[],
  items: readonly string[],
): readonly string[] {
  const forms = values.flatMap((value) => formsOf(value).map((form) => ({ value, form })));
  const found = new Set<string>();
  const check = (digest: string, guess: string) => {
    if (digests.has(digest)) found.add(guess);
  };
  for (const { value, form } of forms) check(sha256Hex(form), `${value}, by its SHA-256`);
  for (const key of keys) {
    for (const { value, form } of forms) check(hmac(key, form), `${value}, by its HMAC`);
    for (const item of items) {
      const opening = Buffer.from(hmac(key, `veil/opening/v1\0${item}`), "hex");
      for (const { value, form } of forms) {
        const committed = Buffer.concat([Buffer.from(`veil/commitment/v1\0${item}\0`), form]);
        check(hmac(opening, committed), `${value}, as ${item}`);
        check(hmac(key, committed), `${value}, as ${item}`);
      }
    }
  }
  return [...found];
}

function hmac(key: Uint8Array, message: Uint8Array | string): string {
  return createHmac("sha256", key).update(message).digest("hex");
}

function formsOf(value: string): readonly Buffer[] {
  const texts = [value, value.toLowerCase(), value.replaceAll(/\s/g, ""), JSON.stringify(value)];
  return [...new Set([...texts, value.normalize("NFD")])].map((text) => Buffer.from(text));
}
