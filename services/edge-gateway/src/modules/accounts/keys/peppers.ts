import { deriveKey } from "@veil/crypto";

/**
 * Secrets of the server that are not in the database. Several versions at once, for rotation: first
 * every replica learns the new one (`2:new,1:old`), then it becomes the current one
 * (`1:old,2:new`).
 */
export interface Peppers {
  readonly current: Pepper;
  readonly all: readonly Pepper[];
  version(version: number): Pepper | undefined;
}

interface Pepper {
  readonly version: number;
  readonly apiKeys: Buffer;
  readonly emails: Buffer;
  readonly sessions: Buffer;
}

/** `hex`, which is version 1, or `1:hex,2:hex`: the last is the current one. */
export const PEPPER_FORM =
  /^(?:(?:[0-9a-f]{2}){32,}|\d{1,6}:(?:[0-9a-f]{2}){32,}(?:,\d{1,6}:(?:[0-9a-f]{2}){32,})*)$/i;

/** @throws TypeError when the text has another form or names a version twice */
export function parsePeppers(text: string): Peppers {
  if (!PEPPER_FORM.test(text)) throw new TypeError("The pepper has an invalid format");
  const all = text.split(",").map(parsePepper).reverse();
  const byVersion = new Map(all.map((pepper) => [pepper.version, pepper]));
  const [current] = all;
  if (current === undefined || byVersion.size !== all.length)
    throw new TypeError("A pepper version appears twice");
  return { current, all, version: (version) => byVersion.get(version) };
}

function parsePepper(entry: string): Pepper {
  const [first = "", second] = entry.split(":");
  const secret = Buffer.from(second ?? first, "hex");
  return {
    version: second === undefined ? 1 : Number(first),
    apiKeys: deriveKey(secret, "veil/gateway/api-keys/v1"),
    emails: deriveKey(secret, "veil/gateway/email-lookup/v1"),
    sessions: deriveKey(secret, "veil/gateway/sessions/v1"),
  };
}
