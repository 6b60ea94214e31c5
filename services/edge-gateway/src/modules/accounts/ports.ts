import type { AuditEvent } from "@veil/contracts/audit";
import type { ProviderCredential } from "@veil/contracts/inference";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { PepperedHash } from "./domain/account-secrets.ts";
import type { KeyFamily } from "./domain/api-key.ts";
import type { Caller, CustomerId, EntityListName } from "./domain/caller.ts";
import type { UsageClass } from "./domain/quota.ts";

/** A customer as far as accounts are managed; the address and the company stay sealed in the store. */
export interface Customer {
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly managedAi: boolean;
  /** The newest `svc_` key that is not revoked. */
  readonly nativeKeyId: string | undefined;
}

export interface NewApiKey {
  readonly keyId: string;
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly hash: PepperedHash;
}

/** A customer's provider key in a box that only the inference worker can open. */
export interface BoxedProviderKey {
  readonly recordId: string;
  readonly provider: string;
  readonly sealingKeyId: string;
  readonly box: Uint8Array;
}

/** By what a second registration may prove that it comes from the first one's author. */
export type ProofKind = "idempotency_key" | "provider_key" | "replay_window";

/** The issued key, sealed under a key that only the proof itself yields. */
export interface RegistrationEnvelope {
  readonly kind: ProofKind;
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
  /** Absent: as long as the provider key is stored. */
  readonly expiresAt?: Date;
  /** Absent: any number. */
  readonly usesLeft?: number;
}

export interface NewAccount {
  readonly organisation: { readonly orgId: string; readonly sealedScopeKey: Uint8Array };
  readonly customer: {
    readonly customerId: CustomerId;
    readonly salt: Uint8Array;
    readonly sealedEmail: Uint8Array;
    readonly sealedCompany?: Uint8Array;
    readonly tier: Tier;
    readonly managedAi: boolean;
    readonly licenceExpiresAt?: Date;
  };
  /** One address under every configured pepper, the current one first: kept is the first, taken is any. */
  readonly emailLookups: readonly PepperedHash[];
  readonly apiKey: NewApiKey;
  readonly providerKey?: BoxedProviderKey;
  readonly envelopes: readonly RegistrationEnvelope[];
}

export type AccountChanges = Partial<{
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenceExpiresAt: Date;
  /** Takes the place of a stored one. */
  readonly providerKey: BoxedProviderKey;
}>;

/** Customers and what registration leaves behind. Duties: one customer an address, whoever asks at once. */
export interface Accounts {
  findByEmail(lookups: readonly PepperedHash[]): Promise<Customer | undefined>;
  /** Stores all of the account, or nothing when the address is taken. @returns the customer who had it. */
  create(account: NewAccount): Promise<Customer | undefined>;
  amend(customerId: CustomerId, changes: AccountChanges): Promise<void>;
  /** Never an expired or used-up one, never one for a revoked key. */
  envelopes(customerId: CustomerId, now: Date): Promise<readonly RegistrationEnvelope[]>;
  /** Takes one use. @returns false when there was none left. */
  spendEnvelope(customerId: CustomerId, kind: ProofKind): Promise<boolean>;
  /** Expired envelopes hold keys that can still be recovered: they go as soon as anybody passes by. */
  dropExpiredEnvelopes(now: Date): Promise<void>;
}

/** A key that is not revoked, and whose it is. */
export interface StoredApiKey {
  readonly keyId: string;
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly developer: boolean;
  readonly managedAi: boolean;
  readonly licenceExpiresAt: Date | undefined;
  readonly orgId: string;
  readonly sealedScopeKey: Uint8Array;
  readonly hash: PepperedHash;
  readonly lastUsedAt: Date | undefined;
  /** What the operator has set for this key. */
  readonly entityPolicy: KeyEntityPolicy | undefined;
  /** All lists of the customer, the oldest first. */
  readonly entityLists: readonly EntityListName[];
}

/** Customers' keys. Duties: never holds a key itself; a revoked key is never found again. */
export interface ApiKeys {
  find(keyId: string): Promise<StoredApiKey | undefined>;
  issue(customerId: CustomerId, key: NewApiKey): Promise<void>;
  /** Notes the use and, when given, the hash under the current pepper. */
  recordUse(keyId: string, at: Date, rehashed?: PepperedHash): Promise<void>;
  revoke(keyId: string, at: Date): Promise<void>;
  /**
   * Undefined: back to the default. The event goes to the audit log with the change, or neither is stored.
   *
   * @returns whether there is such a key, not revoked
   */
  setEntityPolicy(
    keyId: string,
    policy: KeyEntityPolicy | undefined,
    event: AuditEvent,
  ): Promise<boolean>;
}

export interface Usage {
  /** Requests admitted in that month (`2026-11-01`). */
  used(customerId: CustomerId, usageClass: UsageClass, month: string): Promise<number>;
}

export interface ProviderCredentials {
  /** @throws ApiError `inference_service_unavailable` when the customer brings a key but none is stored. */
  forCaller(caller: Pick<Caller, "customerId" | "managedAi">): Promise<ProviderCredential>;
}
