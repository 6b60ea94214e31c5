import { ApiError } from "@veil/contracts/errors";
import { KEYS_MAX } from "@veil/contracts/public/keys";
import { customerDeletedError } from "../customers/customer-deleted-error.ts";
import type { CustomerKey } from "../ports.ts";
import { requireLasting } from "./lasting-key.ts";

/** Ended keys are kept for a while, so their number is bounded as well. */
const NEW_KEYS_PER_DAY = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

export function isUsable({ revokedAt, expiresAt }: CustomerKey, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

/**
 * Refuses a change by a key that was replaced or revoked after its request was checked.
 * @throws ApiError `key_replaced`, `invalid_api_key`
 */
export function requireStillManaging(
  keys: readonly CustomerKey[],
  byKeyId: string | undefined,
): void {
  if (byKeyId === undefined) return;
  const by = keys.find(({ keyId }) => keyId === byKeyId);
  if (by === undefined || by.revokedAt !== undefined) throw customerDeletedError();
  requireLasting(by);
}

/** @throws ApiError `not_found` also for another customer's key */
export function keyOf(keys: readonly CustomerKey[], keyId: string): CustomerKey {
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) throw new ApiError("not_found", "The key does not exist");
  return key;
}

/** @throws ApiError `not_found` also for a key that has ended */
export function usableKeyOf(keys: readonly CustomerKey[], keyId: string, now: Date): CustomerKey {
  const key = keyOf(keys, keyId);
  if (isUsable(key, now)) return key;
  throw new ApiError("not_found", "The key has ended", {
    hint: "Issue a new one with POST /api/v1/account/keys",
  });
}

/**
 * Bounds a customer's keys. A key with a set end does not count, since its successor takes its
 * place.
 * @throws ApiError `too_many_keys`; `rate_limited` beyond 100 new keys within 24 hours
 */
export function requireRoomForKey(keys: readonly CustomerKey[], now: Date): void {
  if (keys.filter(isLasting).length >= KEYS_MAX)
    throw new ApiError("too_many_keys", `At most ${KEYS_MAX} keys can be kept`, {
      hint: "Revoke one with DELETE /api/v1/account/keys/{key_id}, then send the request again",
    });
  requireRoomToday(keys, now);
}

/** @throws ApiError `rate_limited` */
export function requireRoomToday(keys: readonly CustomerKey[], now: Date): void {
  const ages = keys.map(({ createdAt }) => now.getTime() - createdAt.getTime());
  const recent = ages.filter((age) => age < DAY_MS).sort((a, b) => a - b);
  const oldest = recent[NEW_KEYS_PER_DAY - 1];
  if (oldest === undefined) return;
  throw new ApiError(
    "rate_limited",
    `The limit of ${NEW_KEYS_PER_DAY} new keys in 24 hours has been exceeded`,
    { retryAfterSeconds: Math.max(1, Math.ceil((DAY_MS - oldest) / 1000)) },
  );
}

/**
 * Without a native key only the operator could help.
 * @throws ApiError `last_native_key`
 */
export function requireAnotherNativeKey(keys: readonly CustomerKey[], ended: CustomerKey): void {
  const isNative = (key: CustomerKey) => key.family === "svc" && isLasting(key);
  const left = keys.some((key) => isNative(key) && key.keyId !== ended.keyId);
  if (left || !isNative(ended)) return;
  throw new ApiError("last_native_key", "This is the account's last native key", {
    hint:
      "Issue or rotate one first (POST /api/v1/account/keys, POST /api/v1/account/keys/{key_id}/rotate); " +
      "to close the account, use DELETE /api/v1/account",
  });
}

function isLasting({ revokedAt, expiresAt }: CustomerKey): boolean {
  return revokedAt === undefined && expiresAt === undefined;
}
