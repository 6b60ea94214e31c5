import { constantTimeEqual, deriveKey, hmacSha256, type RandomBytes } from "@veil/crypto";
import type { DataKeys, Mac } from "../../../platform/data-keys.ts";

/**
 * Secret HMAC keys that are not in the database. For a rotation, several versions are valid at
 * once: first all replicas get the new version (`2:new,1:old`), then it becomes the current one
 * (`1:old,2:new`).
 */
interface Peppers {
  readonly current: Pepper;
  readonly all: readonly Pepper[];
  version(version: number): Pepper | undefined;
}

interface Pepper {
  readonly version: number;
  readonly apiKeys: Buffer;
  readonly emails: Buffer;
  readonly sessions: Buffer;
  readonly members: Buffer;
}

/**
 * Matches `hex`, which is version 1, or `1:hex,2:hex`, in which the last version is the current
 * one.
 */
export const PEPPER_FORM =
  /^(?:(?:[0-9a-f]{2}){32,}|\d{1,6}:(?:[0-9a-f]{2}){32,}(?:,\d{1,6}:(?:[0-9a-f]{2}){32,})*)$/i;

/** Parses the setting. @throws TypeError when its format is invalid or a version appears twice */
function parsePeppers(text: string): Peppers {
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
    members: deriveKey(secret, "veil/gateway/members/v1"),
  };
}

export interface PepperedHash {
  readonly hash: Buffer;
  readonly version: number;
}

/**
 * A field that the gateway seals with its data key. Each box is bound to the field and its owner.
 */
export type SealedField = "email" | "company" | "scope-key" | "subject-key" | "contact" | "member";

/** Returns the context of a sealed field. */
export function fieldContext(field: SealedField, owner: string): string {
  return `${field}/${owner}`;
}

export type AccountSecrets = ReturnType<typeof createAccountSecrets>;

interface SecretsOptions {
  /** The peppers as `hex` or `1:hex,2:hex`. */
  readonly peppers: string;
  readonly dataKeys: DataKeys;
}

export function createAccountSecrets({ peppers: text, dataKeys }: SecretsOptions) {
  const peppers = parsePeppers(text);
  const fields = dataKeys.sealing("fields");
  const proofs = dataKeys.macs("registration-proofs");
  const tombstones = dataKeys.macs("email-tombstones");
  const logins = dataKeys.macs("login-emails");
  const clients = dataKeys.macs("client-addresses");

  return {
    pepperVersion: peppers.current.version,
    hashApiKey: (key: string): PepperedHash => ({
      hash: hmacSha256(peppers.current.apiKeys, key),
      version: peppers.current.version,
    }),
    isApiKey(key: string, stored: PepperedHash): boolean {
      // If the version is unknown, the current pepper is used, so that the check takes the same
      // time.
      const pepper = peppers.version(stored.version) ?? peppers.current;
      return constantTimeEqual(hmacSha256(pepper.apiKeys, key), stored.hash);
    },
    emailLookups: (email: string): readonly PepperedHash[] =>
      peppers.all.map(({ version, emails }) => ({ hash: hmacSha256(emails, email), version })),
    /**
     * Returns the tombstone hash of a deleted address. Unlike the look-up, it is kept until the end
     * of the month.
     */
    emailTombstone: tombstones.current,
    /** Returns the hashes under which a tombstone may have been stored, one for each data key. */
    emailTombstones: (emailLookup: Uint8Array): readonly Buffer[] =>
      tombstones.all.map((mac) => mac(emailLookup)),
    /**
     * Returns the hashes of a session cookie with every configured pepper, the current one first.
     */
    sessionLookups: (token: string): readonly PepperedHash[] =>
      peppers.all.map(({ version, sessions }) => ({ hash: hmacSha256(sessions, token), version })),
    /** Returns the hashes of a person at an identity provider, with every configured pepper. */
    personLookups: (issuer: string, subject: string): readonly PepperedHash[] =>
      peppers.all.map(({ version, members }) => ({
        ...{ hash: hmacSha256(members, JSON.stringify([issuer, subject])), version },
      })),
    sealField: (
      field: SealedField,
      owner: string,
      value: string | Uint8Array,
      random: RandomBytes,
    ) =>
      fields.seal(
        typeof value === "string" ? Buffer.from(value) : value,
        fieldContext(field, owner),
        random,
      ),
    openField: (field: SealedField, owner: string, box: Uint8Array) =>
      fields.open(box, fieldContext(field, owner)),
    /** Returns a key that can be computed only with all `parts` and this gateway's secrets. */
    proofKey: (kind: string, parts: readonly (string | Uint8Array)[]): Buffer =>
      proofKey(proofs.current, kind, parts),
    /** Returns the keys under which an envelope may have been sealed, one for each data key. */
    proofKeys: (kind: string, parts: readonly (string | Uint8Array)[]): readonly Buffer[] =>
      proofs.all.map((mac) => proofKey(mac, kind, parts)),
    /**
     * Returns a tag that replaces a client's address in counters. Counters live for an hour at
     * most, so no older data key is used.
     */
    clientTag: (address: string) => clients.current(address).toString("hex", 0, 16),
    /** Returns a tag that replaces the email of a login in counters. */
    loginTag: (email: string) => logins.current(email).toString("hex", 0, 16),
  };
}

function proofKey(mac: Mac, kind: string, parts: readonly (string | Uint8Array)[]): Buffer {
  const digests = parts.map((part) => mac(part));
  return deriveKey(mac(Buffer.concat(digests)), `veil/gateway/proof/v1/${kind}`);
}
