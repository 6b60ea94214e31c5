import { ApiError } from "@veil/contracts/errors";
import type { Dialect, ProviderCredential } from "@veil/contracts/inference";
import type { CredentialSealer } from "@veil/crypto";
import {
  type KeyCaller,
  noProviderKey,
  type ProviderCredentials,
  type ProviderKeyPrefixes,
  providerOfPrefix,
} from "../../accounts/index.ts";

export interface CredentialDeps {
  readonly prefixes: ProviderKeyPrefixes;
  readonly dialects: ReadonlyMap<string, Dialect | "both">;
  readonly managedAiEnabled: boolean;
  readonly credentials: ProviderCredentials;
  readonly sealCredential: CredentialSealer;
}

/** Returns the credential of a call, bound to the id of the call's leg at the worker. */
export type CredentialFor = (jobRequestId: string) => ProviderCredential;

/**
 * Returns the provider key of a call: the key in its header, otherwise the operator's key or the
 * customer's stored key.
 * @throws ApiError `upstream_key_mismatch`, `missing_upstream_key`, `inference_service_unavailable`
 */
export async function credentialOf(
  deps: CredentialDeps,
  caller: KeyCaller,
  { upstreamKey, dialect }: { readonly upstreamKey: string | undefined; readonly dialect: Dialect },
): Promise<CredentialFor> {
  if (upstreamKey !== undefined) return keyOfCall(deps, upstreamKey, dialect);
  if (caller.managedAi && !deps.managedAiEnabled) throw noProviderKey();
  const stored = await storedFor(deps, caller);
  if (stored.kind === "box") requireDialect(deps, stored.provider, dialect);
  return () => stored;
}

/**
 * Returns the format that belongs to the provider key of a call. Returns undefined if the key's
 * prefix is unknown, its provider supports both formats, or the key is the operator's.
 * @throws ApiError `missing_upstream_key`
 */
export async function dialectOfKey(
  deps: CredentialDeps,
  caller: KeyCaller,
  upstreamKey: string | undefined,
): Promise<Dialect | undefined> {
  const provider = await providerOfCall(deps, caller, upstreamKey);
  const dialect = deps.dialects.get(provider ?? "");
  return dialect === "both" ? undefined : dialect;
}

async function providerOfCall(
  deps: CredentialDeps,
  caller: KeyCaller,
  upstreamKey: string | undefined,
): Promise<string | undefined> {
  if (upstreamKey !== undefined) return providerOfPrefix(upstreamKey, deps.prefixes);
  if (caller.managedAi) return undefined;
  const stored = await storedFor(deps, caller);
  return stored.kind === "box" ? stored.provider : undefined;
}

async function storedFor({ credentials }: CredentialDeps, caller: KeyCaller) {
  try {
    return await credentials.forCaller(caller);
  } catch (error) {
    if (error instanceof ApiError && error.code === "inference_service_unavailable")
      throw missingKey(error);
    throw error;
  }
}

function keyOfCall(deps: CredentialDeps, upstreamKey: string, dialect: Dialect): CredentialFor {
  const provider = providerOfPrefix(upstreamKey, deps.prefixes);
  if (provider === undefined) throw mismatch("The key in X-Upstream-Key has an unknown prefix");
  requireDialect(deps, provider, dialect);
  return (leg) => ({
    kind: "call",
    provider,
    sealed: deps.sealCredential(upstreamKey, { leg, provider }),
  });
}

function requireDialect({ dialects }: CredentialDeps, provider: string, dialect: Dialect): void {
  const spoken = dialects.get(provider);
  if (spoken === dialect || spoken === "both") return;
  throw mismatch("The provider key belongs to a provider with another format");
}

function mismatch(message: string): ApiError {
  return new ApiError("upstream_key_mismatch", message, {
    hint: "POST /v1/messages takes keys of Anthropic's format, POST /v1/chat/completions and /v1/responses those of OpenAI's",
  });
}

function missingKey(cause: unknown): ApiError {
  return new ApiError("missing_upstream_key", "There is no provider key for this request", {
    cause,
    hint: "Send the provider's key in X-Upstream-Key, or store one with PUT /api/v1/account/provider-key",
  });
}
