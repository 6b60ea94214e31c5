import { type RandomBytes, systemRandomBytes } from "@veil/crypto";
import type { TokenKey } from "../ports.ts";

const HOUR_MS = 3_600_000;
const KEY_USED_MS = 24 * HOUR_MS;
const KEY_KEPT_MS = 30 * 24 * HOUR_MS;

export const KEY_ID_BYTES = 8;
export const KEY_SECRET_BYTES = 32;

/**
 * Returns true for a key of the last 24 hours. A key from the future is not fresh, because it was
 * made while the clock was wrong.
 */
export function isFresh({ createdAtMs }: TokenKey, nowMs: number): boolean {
  return Math.abs(nowMs - createdAtMs) < KEY_USED_MS;
}

interface Rotation {
  readonly keys: readonly TokenKey[];
  readonly current: TokenKey;
  readonly changed: boolean;
}

/** Returns the ring as it must be at `nowMs`: with a fresh key, and without expired keys. */
export function rotate(
  keys: readonly TokenKey[],
  nowMs: number,
  random: RandomBytes = systemRandomBytes,
): Rotation {
  const kept = withoutExpired(keys, nowMs);
  const fresh = kept.findLast((key) => isFresh(key, nowMs));
  if (fresh !== undefined)
    return { keys: kept, current: fresh, changed: kept.length !== keys.length };
  const current: TokenKey = {
    id: random(KEY_ID_BYTES),
    secret: random(KEY_SECRET_BYTES),
    createdAtMs: nowMs,
  };
  return { keys: [...kept, current], current, changed: true };
}

export function withoutExpired(keys: readonly TokenKey[], nowMs: number): readonly TokenKey[] {
  return keys.filter(({ createdAtMs }) => nowMs - createdAtMs < KEY_KEPT_MS);
}
