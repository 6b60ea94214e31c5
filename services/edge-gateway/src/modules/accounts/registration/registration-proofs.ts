import {
  openWithKey,
  type RandomBytes,
  sealWithKey,
  sha256Hex,
  VerificationError,
} from "@veil/crypto";
import type { AccountSecrets } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { ProofKind, RegistrationEnvelope } from "../ports.ts";

export interface RegistrationProofs {
  readonly idempotencyKey?: string | undefined;
  readonly providerKey?: string | undefined;
  readonly clientAddress: string;
  readonly bodyBytes: Uint8Array;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const REPLAYS = 3;

interface SealOptions {
  readonly secrets: AccountSecrets;
  readonly customerId: CustomerId;
  readonly apiKey: { readonly keyId: string; readonly text: string };
  readonly replayWindowMs: number;
  readonly nowMs: number;
  readonly random: RandomBytes;
}

/** Seals one envelope for each proof. Only the envelope of a provider key does not expire. */
export function sealEnvelopes(
  proofs: RegistrationProofs,
  { secrets, customerId, apiKey, replayWindowMs, nowMs, random }: SealOptions,
): RegistrationEnvelope[] {
  const terms: Record<ProofKind, Pick<RegistrationEnvelope, "expiresAt" | "usesLeft">> = {
    idempotency_key: { expiresAt: new Date(nowMs + DAY_MS) },
    provider_key: {},
    replay_window: { expiresAt: new Date(nowMs + replayWindowMs), usesLeft: REPLAYS },
  };
  return proofParts(proofs)
    .filter(([kind]) => kind !== "replay_window" || replayWindowMs > 0)
    .map(([kind, parts]) => {
      const key = secrets.proofKey(kind, parts);
      const sealedKey = sealWithKey(key, Buffer.from(apiKey.text), customerId, random);
      return { kind, keyId: apiKey.keyId, sealedKey, ...terms[kind] };
    });
}

export function openEnvelope(
  envelopes: readonly RegistrationEnvelope[],
  proofs: RegistrationProofs,
  { secrets, customerId }: Pick<SealOptions, "secrets" | "customerId">,
): { readonly envelope: RegistrationEnvelope; readonly apiKey: string } | undefined {
  for (const [kind, parts] of proofParts(proofs)) {
    const envelope = envelopes.find((candidate) => candidate.kind === kind);
    const apiKey = envelope && opened(envelope, secrets.proofKey(kind, parts), customerId);
    if (apiKey !== undefined && envelope !== undefined) return { envelope, apiKey };
  }
  return undefined;
}

/** Lists the proofs in the order of the attempts; the one with a limited number of uses is last. */
function proofParts(proofs: RegistrationProofs): [ProofKind, readonly string[]][] {
  const { idempotencyKey, providerKey, clientAddress, bodyBytes } = proofs;
  const body = sha256Hex(bodyBytes);
  return [
    ...(idempotencyKey === undefined ? [] : [entry("idempotency_key", idempotencyKey, body)]),
    ...(providerKey === undefined ? [] : [entry("provider_key", providerKey)]),
    entry("replay_window", clientAddress, body),
  ];
}

function entry(kind: ProofKind, ...parts: string[]): [ProofKind, readonly string[]] {
  return [kind, parts];
}

function opened({ sealedKey }: RegistrationEnvelope, key: Uint8Array, customerId: CustomerId) {
  try {
    return openWithKey(key, sealedKey, customerId).toString();
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
