import type { Claim, ClaimBatch } from "@veil/contracts/claims";
import {
  type CanonicalTexts,
  canonicalJson,
  type JsonValue,
  rememberedCanonical,
} from "@veil/crypto/portable";

const encoder = new TextEncoder();

/**
 * Returns the canonical JSON (RFC 8785) of a claim. Its leaf in a batch is `SHA-256(0x00 || these
 * bytes)` (RFC 6962, section 2.1).
 */
export function claimBytes(claim: Claim, texts?: CanonicalTexts): Uint8Array {
  return encoder.encode(rememberedCanonical(claim as unknown as object & JsonValue, texts));
}

/**
 * Returns the bytes that the signature of a batch covers: the canonical JSON (RFC 8785) of
 * everything except the signature.
 */
export function batchBytes({ signature: _, ...unsigned }: ClaimBatch): Uint8Array {
  return encoder.encode(canonicalJson(unsigned as unknown as JsonValue));
}

/** Formats a time by RFC 3339, in whole seconds. */
export function wholeSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Returns the latest time. Times in UTC and whole seconds can be compared as strings. */
export function latest(times: readonly [string, ...string[]]): string {
  return times.toSorted().at(-1) ?? times[0];
}
