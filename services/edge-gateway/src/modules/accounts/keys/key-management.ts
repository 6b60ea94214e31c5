import type { RandomBytes } from "@veil/crypto";
import {
  type AccountChange,
  keyIssued,
  keyRevoked,
  keyRotated,
} from "../customers/account-events.ts";
import type { ApiKeys, CustomerKey, IssuedKey } from "../ports.ts";
import { newApiKey } from "../registration/new-account.ts";
import type { AccountSecrets } from "./account-secrets.ts";

import type { CustomerId } from "./caller.ts";
import {
  isUsable,
  type KeyOrder,
  keyOf,
  requireAnotherNativeKey,
  requireRoomForKey,
  requireRoomToday,
  requireStillManaging,
  usableKeyOf,
} from "./key-changes.ts";

/**
 * Manages customers' keys on behalf of the customers, an administrator or a command. Every change
 * is refused if the customer's key that requested it was replaced or revoked.
 * @throws ApiError `key_replaced`, `invalid_api_key`
 */
export interface KeyManagement {
  list(customerId: CustomerId): Promise<readonly CustomerKey[]>;
  /**
   * Issues a key.
   * @throws ApiError `too_many_keys` or `rate_limited`, unless `order.unbounded` is true
   */
  issue(order: KeyOrder, change: AccountChange): Promise<NewKey>;
  /**
   * Issues a new key with the same family, class and policies. The old key stays valid for the
   * grace period, but not longer than an earlier grace period. A grace of 0 revokes it at once.
   * @throws ApiError `not_found`, `rate_limited`
   */
  rotate(keyId: string, order: RotationOrder, change: AccountChange): Promise<RotatedKey>;
  /**
   * Revokes a key and ends the re-link of its jobs. This takes effect at once, and on other
   * replicas within five seconds. Revoking a key again changes nothing.
   * @throws ApiError `not_found`, or `last_native_key` unless `order.evenLast` is true
   */
  revoke(keyId: string, order: RevocationOrder, change: AccountChange): Promise<RevokedKey>;
}

interface RotationOrder {
  readonly graceSeconds: number;
  /** Whether the new key only reads and calls, even if the old one could do more. */
  readonly callsOnly?: boolean;
  readonly unbounded?: boolean;
}

interface RevocationOrder {
  readonly evenLast?: boolean;
}

export interface NewKey {
  readonly stored: IssuedKey;
  /** The complete key, which only its owner may see. */
  readonly apiKey: string;
}

export interface RotatedKey extends NewKey {
  readonly validUntil: Date;
  readonly relinkEndedJobs: number;
}

export interface RevokedKey {
  readonly revokedAt: Date;
  readonly relinkEndedJobs: number;
}

interface KeyManagementDeps {
  readonly apiKeys: Pick<ApiKeys, "list" | "change">;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  /**
   * Removes cached data of a customer from this replica after one of their keys was revoked or
   * replaced.
   */
  readonly onEnded: (customerId: CustomerId) => void;
}

export function createKeyManagement(deps: KeyManagementDeps): KeyManagement {
  const { apiKeys, onEnded } = deps;
  return {
    list: (customerId) => apiKeys.list(customerId),
    async issue({ unbounded, ...order }, change) {
      const key = mint(order, change, deps);
      await apiKeys.change(change.customerId, (keys) => {
        requireStillManaging(keys, change.byKeyId);
        if (!unbounded) requireRoomForKey(keys, change.now);
        return { issued: key.stored, events: [keyIssued(key.stored, change)] };
      });
      return key;
    },
    rotate: (keyId, order, change) => rotate(deps, keyId, order, change),
    async revoke(keyId, { evenLast = false }, change) {
      const { customerId, now } = change;
      let revokedAt = now;
      const { relinkEndedJobs } = await apiKeys.change(customerId, (keys) => {
        requireStillManaging(keys, change.byKeyId);
        const key = keyOf(keys, keyId);
        if (!isUsable(key, now)) {
          revokedAt = key.revokedAt ?? key.expiresAt ?? now;
          return { events: [] };
        }
        if (!evenLast) requireAnotherNativeKey(keys, key);
        const ended = { keyId, at: now, graceful: false };
        return { ended, events: [keyRevoked(keyId, change)] };
      });
      onEnded(customerId);
      return { revokedAt, relinkEndedJobs };
    },
  };
}

async function rotate(
  deps: KeyManagementDeps,
  keyId: string,
  { graceSeconds, callsOnly, unbounded = false }: RotationOrder,
  change: AccountChange,
): Promise<RotatedKey> {
  const { customerId, now } = change;
  let rotated: (NewKey & Pick<RotatedKey, "validUntil">) | undefined;
  const { relinkEndedJobs } = await deps.apiKeys.change(customerId, (keys) => {
    requireStillManaging(keys, change.byKeyId);
    const key = usableKeyOf(keys, keyId, now);
    if (!unbounded) requireRoomToday(keys, now);
    const graceEnd = new Date(now.getTime() + graceSeconds * 1000);
    const at = key.expiresAt !== undefined && key.expiresAt < graceEnd ? key.expiresAt : graceEnd;
    const minted = mint({ ...key, ...(callsOnly && { callsOnly }) }, change, deps);
    rotated = { ...minted, validUntil: at };
    return {
      issued: minted.stored,
      ended: { keyId, at, graceful: graceSeconds > 0 },
      events: [
        keyIssued(minted.stored, change),
        keyRotated({ keyId, replacedBy: minted.stored.keyId, validUntil: at }, change),
      ],
    };
  });
  if (rotated === undefined) throw new TypeError("The change was not decided");
  deps.onEnded(customerId);
  return { ...rotated, relinkEndedJobs };
}

function mint(
  { family, developer, callsOnly, entityPolicy, callPolicy }: Omit<KeyOrder, "unbounded">,
  { now }: AccountChange,
  deps: KeyManagementDeps,
): NewKey {
  const { minted, stored } = newApiKey({ family, developer }, deps);
  const more = { createdAt: now, entityPolicy, callPolicy, ...(callsOnly && { callsOnly }) };
  return { stored: { ...stored, ...more }, apiKey: minted.text };
}
