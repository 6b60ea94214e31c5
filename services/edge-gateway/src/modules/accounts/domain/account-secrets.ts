import {
  constantTimeEqual,
  deriveKey,
  hmacSha256,
  openWithKey,
  type RandomBytes,
  sealWithKey,
} from "@veil/crypto";
import { PEPPER_FORM, parsePeppers } from "./peppers.ts";

/** An HMAC and the version of the pepper that it was made under. */
export interface PepperedHash {
  readonly hash: Buffer;
  readonly version: number;
}

/** Fields that are sealed under the gateway's data key, each for itself and for its owner. */
type SealedField = "email" | "company" | "scope-key";

export const ACCOUNT_SECRET_FORMS = { peppers: PEPPER_FORM, dataKey: /^[0-9a-f]{64}$/i };

export type AccountSecrets = ReturnType<typeof createAccountSecrets>;

interface SecretsOptions {
  /** The setting's text: `hex`, or `1:hex,2:hex`. */
  readonly peppers: string;
  /** 32 bytes, hexadecimal. */
  readonly dataKey: string;
}

/** Everything that is done with the gateway's own secrets: hashes for look-ups, boxes for personal data. */
export function createAccountSecrets({ peppers: text, dataKey }: SecretsOptions) {
  if (!ACCOUNT_SECRET_FORMS.dataKey.test(dataKey))
    throw new TypeError("The data key must be 32 bytes in hexadecimal");
  const peppers = parsePeppers(text);
  const root = Buffer.from(dataKey, "hex");
  const fields = deriveKey(root, "veil/gateway/fields/v1");
  const proofs = deriveKey(root, "veil/gateway/registration-proofs/v1");
  const clients = deriveKey(root, "veil/gateway/client-addresses/v1");

  return {
    pepperVersion: peppers.current.version,
    hashApiKey: (key: string): PepperedHash => ({
      hash: hmacSha256(peppers.current.apiKeys, key),
      version: peppers.current.version,
    }),
    /** False also for a pepper version that is no longer configured. */
    isApiKey(key: string, stored: PepperedHash): boolean {
      // The current pepper stands in for a missing one, so that no answer comes sooner than another.
      const pepper = peppers.version(stored.version) ?? peppers.current;
      return constantTimeEqual(hmacSha256(pepper.apiKeys, key), stored.hash);
    },
    /** Under every configured pepper, the current one first. */
    emailLookups: (email: string): readonly PepperedHash[] =>
      peppers.all.map(({ version, emails }) => ({ hash: hmacSha256(emails, email), version })),
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
    /** @throws Error when the box was made for another field or owner. */
    openField: (field: SealedField, owner: string, box: Uint8Array) =>
      openWithKey(fields, box, `${field}/${owner}`),
    /** A key that only who has all `parts` can make, and only together with this gateway. */
    proofKey(kind: string, parts: readonly (string | Uint8Array)[]): Buffer {
      const digests = parts.map((part) => hmacSha256(proofs, part));
      return deriveKey(hmacSha256(proofs, Buffer.concat(digests)), `veil/gateway/proof/v1/${kind}`);
    },
    /** Stands for a client's address wherever something is counted by it. */
    clientTag: (address: string) => hmacSha256(clients, address).toString("hex", 0, 16),
  };
}
