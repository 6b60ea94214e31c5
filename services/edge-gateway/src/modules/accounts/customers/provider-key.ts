import { ApiError } from "@veil/contracts/errors";
import { providerKeyBindings } from "@veil/contracts/inference";
import { type RandomBytes, randomHex, sealHpke, type TrustBundle } from "@veil/crypto";

export type ProviderKeyPrefixes = ReadonlyMap<string, string>;

/**
 * Returns the provider with the longest matching prefix. Returns undefined if no prefix matches, or
 * if the key is invalid or consists only of the prefix.
 */
export function providerOfPrefix(key: string, prefixes: ProviderKeyPrefixes): string | undefined {
  const longestFirst = [...prefixes].sort(([a], [b]) => b.length - a.length);
  const [prefix, provider] = longestFirst.find(([start]) => key.startsWith(start)) ?? [];
  return key === prefix || !/^[\x21-\x7e]{1,512}$/.test(key) ? undefined : provider;
}

export function providerOf(key: string, prefixes: ProviderKeyPrefixes): string {
  const provider = providerOfPrefix(key, prefixes);
  if (provider !== undefined) return provider;
  const known = [...prefixes.keys()].join(", ");
  throw new ApiError("invalid_field", `Field "provider_key" must start with one of: ${known}`);
}

export interface BoxOptions {
  readonly prefixes: ProviderKeyPrefixes;
  readonly trust: TrustBundle;
  readonly random: RandomBytes;
}

/** Seals the key for the worker, bound to its record and provider. The gateway cannot open it. */
export function boxProviderKey(key: string, { prefixes, trust, random }: BoxOptions) {
  const provider = providerOf(key, prefixes);
  const recordId = `pk_${randomHex(random)}`;
  const { keyId, key: recipient } = trust.sealingKey("inference-worker");
  const bindings = { ...providerKeyBindings(recordId, provider), random };
  return {
    recordId,
    provider,
    sealingKeyId: keyId,
    box: sealHpke(recipient, Buffer.from(key), bindings),
  };
}

/**
 * Returns the error for a call without a provider key of the operator or the customer. It tells
 * SDKs not to retry.
 */
export function noProviderKey(): ApiError {
  return new ApiError(
    "inference_service_unavailable",
    "There is no provider key for this request",
    {
      retryAfterSeconds: 3_600,
      shouldRetry: false,
      hint: "Store your own with PUT /api/v1/account/provider-key, then send the request again",
    },
  );
}
