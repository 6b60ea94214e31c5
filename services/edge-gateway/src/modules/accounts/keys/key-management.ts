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
import type { KeyFamily } from "./api-key.ts";
import type { CustomerId, KeyPolicies } from "./caller.ts";
import {
  isUsable,
  keyOf,
  requireAnotherNativeKey,
  requireRoomForKey,
  requireRoomToday,
  requireStillManaging,
  usableKeyOf,
} from "./key-changes.ts";

/**
 * Changes customers' keys for themselves, for an administrator or for a command. Every method
 * refuses a key that was replaced or revoked.
 * @throws ApiError `key_replaced`, `invalid_api_key`
 */
export interface KeyManagement {
  list(customerId: CustomerId): Promise<readonly CustomerKey[]>;
  /** @throws ApiError `too_many_keys`, `rate_limited`, unless `order.unbounded` */
  issue(order: KeyOrder, change: AccountChange): Promise<NewKey>;
  /**
   * Issues a new key with the same family, class and policy. The old key stays valid for the grace,
   * never longer than an earlier grace; 0 revokes it at once.
   * @throws ApiError `not_found`, `rate_limited`
   */
  rotate(keyId: string, order: RotationOrder, change: AccountChange): Promise<RotatedKey>;
  /**
   * Ends a key and the re-link of its jobs at once, on other replicas within five seconds.
   * Repeating it changes nothing.
   * @throws ApiError `not_found`; `last_native_key`, unless `order.evenLast`
   */
  revoke(keyId: string, order: RevocationOrder, change: AccountChange): Promise<RevokedKey>;
}

/** Has the policies of the ordering key: a key cannot issue one with fewer bounds than its own. */
export interface KeyOrder extends Partial<KeyPolicies> {
  readonly family: KeyFamily;
  readonly developer: boolean;
  /** Operators issue keys without a bound on their number. */
  readonly unbounded?: boolean;
}

interface RotationOrder {
  readonly graceSeconds: number;
  readonly unbounded?: boolean;
}

interface RevocationOrder {
  readonly evenLast?: boolean;
}

export interface NewKey {
  readonly stored: IssuedKey;
  /** The whole key, for its owner alone. */
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

export interface KeyManagementDeps {
  readonly apiKeys: Pick<ApiKeys, "list" | "change">;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  /** Drops what this replica remembers of a customer whose key has ended or will end. */
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
  { graceSeconds, unbounded = false }: RotationOrder,
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
    const minted = mint(key, change, deps);
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
  { family, developer, entityPolicy, callPolicy }: Omit<KeyOrder, "unbounded">,
  { now }: AccountChange,
  deps: KeyManagementDeps,
): NewKey {
  const { minted, stored } = newApiKey({ family, developer }, deps);
  return { stored: { ...stored, createdAt: now, entityPolicy, callPolicy }, apiKey: minted.text };
}
