import { type ProviderCredential, providerKeyBindings } from "@veil/contracts/inference";
import { openHpke, type SealingIdentity, VerificationError } from "@veil/crypto";
import { endpointOfKey, type ProviderEndpoint, type ProviderTable } from "./provider-table.ts";

export interface UsableKey {
  readonly endpoint: ProviderEndpoint;
  readonly apiKey: string;
}

export interface ProviderKeys {
  readonly managed: UsableKey | undefined;
  readonly table: ProviderTable;
  readonly identity: SealingIdentity;
}

/** Undefined when the credential must not or cannot be used. */
export function usableKey(
  credential: ProviderCredential,
  { managed, table, identity }: ProviderKeys,
): UsableKey | undefined {
  switch (credential.kind) {
    case "managed":
      return managed;
    case "box": {
      const apiKey = openKey(credential, identity);
      const endpoint = apiKey === undefined ? undefined : endpointOfKey(table, apiKey);
      if (apiKey === undefined || endpoint?.name !== credential.provider) return undefined;
      return { endpoint, apiKey };
    }
  }
}

type BoxCredential = Extract<ProviderCredential, { kind: "box" }>;

/** Visible ASCII, as a key goes into a header. */
const KEY = /^[\x21-\x7e]{1,512}$/;

function openKey(credential: BoxCredential, identity: SealingIdentity): string | undefined {
  const { record_id, provider, sealing_key_id, box } = credential;
  try {
    const bindings = providerKeyBindings(record_id, provider);
    const opened = openHpke(identity.opening(sealing_key_id), Buffer.from(box, "base64"), bindings);
    const key = opened.toString("latin1");
    return KEY.test(key) ? key : undefined;
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
