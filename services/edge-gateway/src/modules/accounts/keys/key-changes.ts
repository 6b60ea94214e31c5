import { ApiError } from "@veil/contracts/errors";
import { type IssueKeyRequest, KEYS_MAX } from "@veil/contracts/public/keys";
import { customerDeletedError } from "../customers/account-deletion.ts";
import type { CustomerKey } from "../ports.ts";
import type { KeyFamily } from "./api-key.ts";
import type { CustomerCaller, KeyPolicies } from "./caller.ts";

/**
 * The limit on new keys. It is needed in addition to `KEYS_MAX`, which does not count ended keys,
 * although these stay stored for some time.
 */
const NEW_KEYS_PER_DAY = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

export function isUsable({ revokedAt, expiresAt }: CustomerKey, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || expiresAt > now);
}

/**
 * Refuses a change if the key that requested it was replaced or revoked after authentication.
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

/** Returns the key with this id. @throws ApiError `not_found`, even for another customer's key */
export function keyOf(keys: readonly CustomerKey[], keyId: string): CustomerKey {
  const key = keys.find((candidate) => candidate.keyId === keyId);
  if (key === undefined) throw new ApiError("not_found", "The key does not exist");
  return key;
}

/**
 * Returns the key with this id if it is usable.
 * @throws ApiError `not_found`, even for a key that has ended
 */
export function usableKeyOf(keys: readonly CustomerKey[], keyId: string, now: Date): CustomerKey {
  const key = keyOf(keys, keyId);
  if (isUsable(key, now)) return key;
  throw new ApiError("not_found", "The key has ended", {
    hint: "Issue a new one with POST /api/v1/account/keys",
  });
}

/**
 * Limits the number of a customer's keys. A replaced key does not count, because its successor
 * does.
 * @throws ApiError `too_many_keys`; `rate_limited` beyond 100 new keys within 24 hours
 */
export function requireRoomForKey(keys: readonly CustomerKey[], now: Date): void {
  if (keys.filter(isLasting).length >= KEYS_MAX)
    throw new ApiError("too_many_keys", `At most ${KEYS_MAX} keys can be kept`, {
      hint: "Revoke one with DELETE /api/v1/account/keys/{key_id}, then send the request again",
    });
  requireRoomToday(keys, now);
}

/** Limits the new keys within 24 hours. @throws ApiError `rate_limited` */
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
 * Refuses to end the last native key, because without one only the operator could help the
 * customer.
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

/**
 * The properties of a key to be issued. It gets the policies of the requesting key, so that no key
 * can issue a less restricted one.
 */
export interface KeyOrder extends Partial<KeyPolicies> {
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly callsOnly?: boolean;
  /** Set for operators, who may issue any number of keys. */
  readonly unbounded?: boolean;
}

type Ordering = Pick<CustomerCaller, "tier"> & Partial<KeyPolicies>;

/**
 * Checks that the customer's tier allows the requested key. Every tier allows native keys and
 * developer keys; `gw_live` keys of the class standard require at least the pro tier.
 * @throws ApiError `invalid_field`, `tier_insufficient`
 */
export function keyOrder(
  { family = "svc", class: keyClass = "standard" }: IssueKeyRequest,
  { tier, entityPolicy, callPolicy }: Ordering,
): KeyOrder {
  const developer = keyClass === "developer";
  if (developer && family !== "gw_live")
    throw new ApiError("invalid_field", 'Field "class": developer keys are of the family gw_live');
  if (family === "gw_live" && !developer && tier === "free")
    throw new ApiError(
      "tier_insufficient",
      "Keys of the family gw_live and the class standard require the pro tier or higher",
      { hint: 'Use the class "developer", or a native key' },
    );
  return { family, developer, entityPolicy, callPolicy };
}

/**
 * Refuses the rotation of another key by a key that has policies. The new key gets the policies of
 * the key that it replaces, so the requesting key could otherwise obtain a less restricted key.
 * @throws ApiError `key_policy_forbids`
 */
export function requireRotation(
  { keyId, entityPolicy, callPolicy }: Pick<CustomerCaller, "keyId" | keyof KeyPolicies>,
  rotated: string,
): void {
  const isBound = entityPolicy !== undefined || callPolicy !== undefined;
  if (!isBound || keyId === rotated) return;
  throw new ApiError("key_policy_forbids", "A key with a policy may rotate only itself", {
    hint: "Use another key of this customer, or ask the operator",
  });
}

/**
 * Refuses a replaced key, which can make calls until it expires but must not manage the account.
 * Otherwise a thief of the key could survive its rotation, by issuing another key or by revoking
 * its successor.
 * @throws ApiError `key_replaced`
 */
export function requireLasting({ expiresAt }: Pick<CustomerKey, "expiresAt">): void {
  if (expiresAt === undefined) return;
  throw new ApiError(
    "key_replaced",
    "This key has been replaced: until its end it can be used only for inference, scans and the usage",
    { hint: "Use the key that replaced it" },
  );
}
