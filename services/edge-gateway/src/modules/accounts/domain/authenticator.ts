import type { Clock } from "@veil/contracts/clock";
import { LRUCache } from "lru-cache";
import type { ApiKeys, StoredApiKey } from "../ports.ts";
import type { AccountSecrets } from "./account-secrets.ts";
import { parseApiKey } from "./api-key.ts";
import { auditScope } from "./audit-scope.ts";
import type { Caller, CustomerId } from "./caller.ts";

export interface AuthenticatedCaller extends Caller {
  readonly licenceExpiresAt: Date | undefined;
}

export interface Authenticator {
  /** Whose key it is; undefined for a malformed, unknown or revoked one. */
  identify(presentedKey: string): Promise<AuthenticatedCaller | undefined>;
  /** Forgets what was remembered of a key: to be called when it is revoked or its customer is changed. */
  forget(keyId: string): void;
  /** The same for all keys of a customer: what is looked up from now on is as the store has it now. */
  forgetCustomer(customerId: CustomerId): void;
}

interface AuthenticatorDeps {
  readonly apiKeys: ApiKeys;
  readonly secrets: AccountSecrets;
  readonly nowMs: Clock;
  /** How long a replica may go on accepting a key that another one has revoked, or applying lists it has changed. */
  readonly rememberMs?: number;
  /** A use could not be noted: nothing that the caller should suffer for. */
  readonly onUnrecorded: (error: unknown) => void;
}

const REMEMBERED = 10_000;
const USE_PRECISION_MS = 60 * 60 * 1000;

/** Recognises keys, and remembers those it has seen for some seconds, by their HMAC. */
export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  const { apiKeys, secrets, nowMs, rememberMs = 5_000, onUnrecorded } = deps;
  const remembered = new LRUCache<string, AuthenticatedCaller>({
    max: REMEMBERED,
    // The library counts the last millisecond in.
    ttl: rememberMs - 1,
    // A key is not held longer than it is remembered.
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  /** How often something was forgotten: what was read before that is not remembered after it. */
  let forgotten = 0;

  function forgetWhere(matches: (caller: AuthenticatedCaller) => boolean): void {
    forgotten += 1;
    for (const [slot, caller] of remembered.entries()) if (matches(caller)) remembered.delete(slot);
  }

  async function noteUse(key: string, { keyId, hash, lastUsedAt }: StoredApiKey): Promise<void> {
    const current = secrets.hashApiKey(key);
    const outdated = hash.version !== current.version;
    const recent = lastUsedAt !== undefined && nowMs() - lastUsedAt.getTime() < USE_PRECISION_MS;
    if (recent && !outdated) return;
    const rehashed = outdated ? current : undefined;
    await apiKeys.recordUse(keyId, new Date(nowMs()), rehashed).catch(onUnrecorded);
  }

  return {
    async identify(presentedKey) {
      const parsed = parseApiKey(presentedKey);
      if (parsed === undefined) return undefined;
      const slot = secrets.hashApiKey(presentedKey).hash.toString("base64");
      const known = remembered.get(slot);
      if (known !== undefined) return known;
      const forgottenBefore = forgotten;
      const stored = await apiKeys.find(parsed.keyId);
      // An unknown key is compared as well: it takes the same road as a wrong one.
      const matches = secrets.isApiKey(presentedKey, stored?.hash ?? NO_HASH);
      if (stored === undefined || !matches) return undefined;
      await noteUse(presentedKey, stored);
      const caller = toCaller(presentedKey, stored, secrets);
      if (forgotten === forgottenBefore) remembered.set(slot, caller);
      return caller;
    },
    forget: (keyId) => forgetWhere((caller) => caller.keyId === keyId),
    forgetCustomer: (customerId) => forgetWhere((caller) => caller.customerId === customerId),
  };
}

const NO_HASH = { hash: Buffer.alloc(32), version: 0 };

function toCaller(
  apiKey: string,
  stored: StoredApiKey,
  secrets: AccountSecrets,
): AuthenticatedCaller {
  const { keyId, customerId, tier, developer, managedAi, licenceExpiresAt } = stored;
  const { entityPolicy, entityLists } = stored;
  const scope = auditScope(stored, secrets);
  return {
    keyId,
    customerId,
    tier,
    developer,
    managedAi,
    licenceExpiresAt,
    apiKey,
    scope,
    entityPolicy,
    entityLists,
  };
}
