import type { Clock } from "@veil/contracts/clock";
import type { RandomBytes } from "@veil/crypto";
import { LRUCache } from "lru-cache";
import { auditScope, establishedSubject } from "../customers/audit-subject.ts";
import type { ApiKeys, StoredApiKey } from "../ports.ts";
import type { AccountSecrets } from "./account-secrets.ts";
import { parseApiKey } from "./api-key.ts";
import type { CustomerId, KeyCaller } from "./caller.ts";

export interface Authenticator {
  identify(presentedKey: string): Promise<KeyCaller | undefined>;
  /**
   * Removes the customer's keys from the cache. Must be called when the customer or one of their
   * keys changes.
   */
  forgetCustomer(customerId: CustomerId): void;
}

interface AuthenticatorDeps {
  readonly apiKeys: ApiKeys;
  readonly secrets: AccountSecrets;
  readonly random: RandomBytes;
  readonly nowMs: Clock;
  /**
   * How long keys are cached: for this time, a replica may accept a key that another replica has
   * revoked, or use old lists.
   */
  readonly rememberMs?: number;
  /** Called when the use of a key could not be recorded. The request is still served. */
  readonly onUnrecorded: (error: unknown) => void;
}

const REMEMBERED = 10_000;
const USE_PRECISION_MS = 60 * 60 * 1000;

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { apiKeys, secrets, nowMs, rememberMs = 5_000, onUnrecorded } = deps;
  const remembered = new LRUCache<string, KeyCaller>({
    max: REMEMBERED,
    ttl: rememberMs,
    // Removes keys from memory as soon as they expire.
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  /**
   * Counts calls of `forgetCustomer`, because a look-up that began before one must not be cached
   * after it.
   */
  let forgotten = 0;

  function remember(slot: string, caller: KeyCaller, leftMs: number): void {
    // The library's TTL includes the last millisecond, and a TTL of 0 would never expire.
    const ttl = Math.min(rememberMs, leftMs) - 1;
    if (ttl > 0) remembered.set(slot, caller, { ttl });
  }

  async function noteUse(key: string, { keyId, hash, lastUsedAt }: StoredApiKey): Promise<void> {
    const current = secrets.hashApiKey(key);
    const outdated = hash.version !== current.version;
    const recent = lastUsedAt !== undefined && nowMs() - lastUsedAt.getTime() < USE_PRECISION_MS;
    if (recent && !outdated) return;
    const rehashed = outdated ? current : undefined;
    await apiKeys.recordUse(keyId, new Date(nowMs()), rehashed).catch(onUnrecorded);
  }

  async function matching(keyId: string, presentedKey: string) {
    const stored = await apiKeys.find(keyId);
    // Compares unknown keys as well, so that they take as long as wrong ones.
    return secrets.isApiKey(presentedKey, stored?.hash ?? NO_HASH) ? stored : undefined;
  }

  const leftMsOf = (stored: StoredApiKey | undefined): number =>
    stored?.expiresAt === undefined
      ? Number.POSITIVE_INFINITY
      : stored.expiresAt.getTime() - nowMs();

  return {
    async identify(presentedKey) {
      const parsed = parseApiKey(presentedKey);
      if (parsed === undefined) return undefined;
      const slot = secrets.hashApiKey(presentedKey).hash.toString("base64");
      const known = remembered.get(slot);
      if (known !== undefined) return known;
      const forgottenBefore = forgotten;
      const stored = await matching(parsed.keyId, presentedKey);
      const leftMs = leftMsOf(stored);
      if (stored === undefined || leftMs <= 0) return undefined;
      const subject = await establishedSubject(stored, deps);
      if (subject === undefined) return undefined;
      await noteUse(presentedKey, stored);
      const caller = { ...toCaller(presentedKey, stored, secrets), subject };
      if (forgotten === forgottenBefore) remember(slot, caller, leftMs);
      return caller;
    },
    forgetCustomer(forgottenId) {
      forgotten += 1;
      for (const [slot, { customerId }] of remembered.entries())
        if (customerId === forgottenId) remembered.delete(slot);
    },
  };
}

const NO_HASH = { hash: Buffer.alloc(32), version: 0 };

function toCaller(
  apiKey: string,
  stored: StoredApiKey,
  secrets: AccountSecrets,
): Omit<KeyCaller, "subject"> {
  const { keyId, customerId, tier, developer, callsOnly, managedAi, licenseExpiresAt } = stored;
  const { entityPolicy, callPolicy, entityLists } = stored;
  const scope = auditScope(stored, secrets);
  return {
    kind: "key",
    keyId,
    customerId,
    tier,
    developer,
    ...(callsOnly && { callsOnly }),
    managedAi,
    licenseExpiresAt,
    apiKey,
    scope,
    entityPolicy,
    callPolicy,
    entityLists,
  };
}
