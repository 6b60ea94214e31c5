import {
  constantTimeEqual,
  deriveKey,
  hmacSha256,
  openWithKey,
  type RandomBytes,
  sealWithKey,
} from "@veil/crypto";
import { PEPPER_FORM, parsePeppers } from "./peppers.ts";

export interface PepperedHash {
  readonly hash: Buffer;
  readonly version: number;
}

/** Fields that the gateway seals under its data key, each bound to field and owner. */
type SealedField = "email" | "company" | "scope-key" | "subject-key" | "contact";

export const ACCOUNT_SECRET_FORMS = { peppers: PEPPER_FORM, dataKey: /^[0-9a-f]{64}$/i };

export type AccountSecrets = ReturnType<typeof createAccountSecrets>;

interface SecretsOptions {
  /** `hex`, or `1:hex,2:hex`. */
  readonly peppers: string;
  /** 32 bytes, hexadecimal. */
  readonly dataKey: string;
}

export function createAccountSecrets({ peppers: text, dataKey }: SecretsOptions) {
  if (!ACCOUNT_SECRET_FORMS.dataKey.test(dataKey))
    throw new TypeError("The data key must be 32 bytes in hexadecimal");
  const peppers = parsePeppers(text);
  const root = Buffer.from(dataKey, "hex");
  const fields = deriveKey(root, "veil/gateway/fields/v1");
  const proofs = deriveKey(root, "veil/gateway/registration-proofs/v1");
  const tombstones = deriveKey(root, "veil/gateway/email-tombstones/v1");
  const logins = deriveKey(root, "veil/gateway/login-emails/v1");
  const clients = deriveKey(root, "veil/gateway/client-addresses/v1");

  return {
    pepperVersion: peppers.current.version,
    hashApiKey: (key: string): PepperedHash => ({
      hash: hmacSha256(peppers.current.apiKeys, key),
      version: peppers.current.version,
    }),
    isApiKey(key: string, stored: PepperedHash): boolean {
      // The current pepper replaces a missing one, so that both take the same time.
      const pepper = peppers.version(stored.version) ?? peppers.current;
      return constantTimeEqual(hmacSha256(pepper.apiKeys, key), stored.hash);
    },
    emailLookups: (email: string): readonly PepperedHash[] =>
      peppers.all.map(({ version, emails }) => ({ hash: hmacSha256(emails, email), version })),
    /** Outlives the address's look-up, until the end of the month. */
    emailTombstone: (emailLookup: Uint8Array): Buffer => hmacSha256(tombstones, emailLookup),
    /** Hashes a session's cookie with every configured pepper, the current one first. */
    sessionLookups: (token: string): readonly PepperedHash[] =>
      peppers.all.map(({ version, sessions }) => ({ hash: hmacSha256(sessions, token), version })),
    sealField: (
      field: SealedField,
      owner: string,
      value: string | Uint8Array,
      random: RandomBytes,
    ) =>
      sealWithKey(
        fields,
        typeof value === "string" ? Buffer.from(value) : value,
        `${field}/${owner}`,
        random,
      ),
    openField: (field: SealedField, owner: string, box: Uint8Array) =>
      openWithKey(fields, box, `${field}/${owner}`),
    /** Only someone with all `parts` and this gateway's secrets can compute it. */
    proofKey(kind: string, parts: readonly (string | Uint8Array)[]): Buffer {
      const digests = parts.map((part) => hmacSha256(proofs, part));
      return deriveKey(hmacSha256(proofs, Buffer.concat(digests)), `veil/gateway/proof/v1/${kind}`);
    },
    /** Used in place of a client's address for counting. */
    clientTag: (address: string) => hmacSha256(clients, address).toString("hex", 0, 16),
    /** Used in place of the email of a login for counting. */
    loginTag: (email: string) => hmacSha256(logins, email).toString("hex", 0, 16),
  };
}
