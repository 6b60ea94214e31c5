import { type ProviderCredential, providerKeyBindings } from "@veil/contracts/inference";
import {
  type CredentialOpener,
  openHpke,
  type SealingIdentity,
  VerificationError,
} from "@veil/crypto";
import { type KnownProvider, type ProviderTable, providerOfKey } from "./provider-table.ts";

export interface UsableKey {
  readonly provider: KnownProvider;
  readonly apiKey: string;
}

export interface ProviderKeys {
  readonly managed: UsableKey | undefined;
  readonly table: ProviderTable;
  readonly identity: SealingIdentity;
  readonly openCredential: CredentialOpener;
}

/**
 * Returns the key in a credential, or undefined if the credential is unusable or forbidden. `leg`
 * is the `job_request_id`.
 */
export function usableKey(
  credential: ProviderCredential,
  leg: string,
  { managed, table, identity, openCredential }: ProviderKeys,
): UsableKey | undefined {
  switch (credential.kind) {
    case "managed":
      return managed;
    case "call": {
      const { provider, sealed } = credential;
      return keyOf(table, provider, () => openCredential(sealed, { leg, provider }));
    }
    case "box":
      return keyOf(table, credential.provider, () => openBox(credential, identity));
  }
}

/** Matches visible ASCII only, because a key is sent in a header. */
const KEY = /^[\x21-\x7e]{1,512}$/;

/**
 * Opens a key, which is bound to the name of a provider. Returns undefined if the key's prefix does
 * not belong to that provider.
 */
function keyOf(table: ProviderTable, provider: string, open: () => string): UsableKey | undefined {
  const apiKey = opened(open);
  if (apiKey === undefined || !KEY.test(apiKey)) return undefined;
  const known = providerOfKey(table, apiKey);
  return known?.name === provider ? { provider: known, apiKey } : undefined;
}

function opened(open: () => string): string | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}

type BoxCredential = Extract<ProviderCredential, { kind: "box" }>;

function openBox(credential: BoxCredential, identity: SealingIdentity): string {
  const { record_id, provider, sealing_key_id, box } = credential;
  const bindings = providerKeyBindings(record_id, provider);
  const key = identity.opening(sealing_key_id);
  return openHpke(key, Buffer.from(box, "base64"), bindings).toString("latin1");
}
