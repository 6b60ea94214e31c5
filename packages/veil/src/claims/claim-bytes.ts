import type { Claim, ClaimBatch } from "@veil/contracts/claims";
import {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  rememberedCanonical,
} from "@veil/crypto/portable";

const encoder = new TextEncoder();

/**
 * Encodes a claim by RFC 8785. The leaf of a batch is `SHA-256(0x00 || these bytes)` (RFC 6962,
 * section 2.1).
 */
export function claimBytes(claim: Claim, texts?: CanonicalTexts): Uint8Array {
  return encoder.encode(rememberedCanonical(claim as unknown as object & JsonValue, texts));
}

/** Returns what the signature of a batch covers: everything except the signature, by RFC 8785. */
export function batchBytes({ signature: _, ...unsigned }: ClaimBatch): Uint8Array {
  return encoder.encode(canonicalJson(unsigned as unknown as JsonValue));
}

/** RFC 3339, in whole seconds. */
export function wholeSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Compares times in UTC, in whole seconds, as text, which has the same order. */
export function latest(times: readonly [string, ...string[]]): string {
  return times.toSorted().at(-1) ?? times[0];
}
