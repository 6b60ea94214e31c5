import type { AuditEvent } from "@veil/contracts/audit";
import type { ProviderCredential } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { PepperedHash } from "./keys/account-secrets.ts";
import type { KeyFamily } from "./keys/api-key.ts";
import type { CustomerCaller, CustomerId, EntityListName, KeyPolicies } from "./keys/caller.ts";

export interface Customer {
  readonly customerId: CustomerId;
  readonly organization: NewAccount["organization"];
  /** Undefined for a customer that an earlier version stored without one. */
  readonly sealedSubjectKey: Uint8Array | undefined;
  readonly tier: Tier;
  readonly managedAi: boolean;
}

export interface NewApiKey {
  readonly keyId: string;
  readonly family: KeyFamily;
  readonly developer: boolean;
  /** Whether the key reads and calls only, because who made it may not change the account. */
  readonly callsOnly?: boolean;
  readonly hash: PepperedHash;
}

/** A customer's provider key, sealed so that only the inference worker can open it. */
export interface BoxedProviderKey {
  readonly recordId: string;
  readonly provider: string;
  readonly sealingKeyId: string;
  readonly box: Uint8Array;
}

/** Proofs that a repeated registration comes from the same registrant. */
export type ProofKind = "idempotency_key" | "provider_key" | "replay_window";

/** The issued API key, sealed with a key that can be derived only from the proof. */
export interface RegistrationEnvelope {
  readonly kind: ProofKind;
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
  /** If absent, the envelope is valid as long as the provider key is stored. */
  readonly expiresAt?: Date;
  readonly usesLeft?: number;
}

export interface NewAccount {
  readonly organization: { readonly orgId: string; readonly sealedScopeKey: Uint8Array };
  readonly customer: {
    readonly customerId: CustomerId;
    readonly salt: Uint8Array;
    readonly sealedSubjectKey: Uint8Array;
    readonly sealedEmail: Uint8Array;
    readonly sealedCompany?: Uint8Array;
    readonly tier: Tier;
    readonly managedAi: boolean;
    readonly licenseExpiresAt?: Date;
  };
  /** Hashes of the address with every pepper; the first, with the current pepper, is stored. */
  readonly emailLookups: readonly PepperedHash[];
  /** Hashes that find this month's usage of a deleted customer with the same address. */
  readonly tombstones: readonly Uint8Array[];
  readonly apiKey: NewApiKey;
  readonly providerKey?: BoxedProviderKey;
  readonly envelopes: readonly RegistrationEnvelope[];
}

/** A customer's account as it is stored. */
export interface StoredAccount {
  readonly customerId: CustomerId;
  readonly orgId: string;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  /** Contains an empty text if the customer has removed the address. */
  readonly sealedEmail: Uint8Array;
  readonly sealedCompany: Uint8Array | undefined;
  readonly createdAt: Date;
  /** The provider of the stored provider key. Undefined if there is none. */
  readonly provider: string | undefined;
}

export interface AccountAmendment {
  readonly changes: AccountChanges;
  readonly event: AuditEvent;
}

export type AccountChanges = Partial<{
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date;
  readonly sealedEmail: Uint8Array;
  /** Null removes the company. */
  readonly sealedCompany: Uint8Array | null;
  readonly providerKey: BoxedProviderKey;
}>;

export interface Deletion {
  /** The number of deleted jobs that had no answer yet. */
  readonly cancelledJobs: number;
  /** True if it was the organization's last customer, so that its scope key was destroyed too. */
  readonly organizationDeleted: boolean;
}

/** The store of accounts. Duty: one customer per address, even with concurrent registrations. */
export interface Accounts {
  findByEmail(lookups: readonly PepperedHash[]): Promise<Customer | undefined>;
  /** @returns the customer who already has the address; undefined if the account was stored */
  create(account: NewAccount, events: readonly AuditEvent[]): Promise<Customer | undefined>;
  find(customerId: CustomerId): Promise<StoredAccount | undefined>;
  /**
   * Stores the changes and the event that `decide` returns together or not at all. Changes of one
   * account run one after the other.
   * @throws ApiError `invalid_api_key` when the customer was deleted
   */
  amend(
    customerId: CustomerId,
    decide: (stored: StoredAccount) => AccountAmendment | undefined,
  ): Promise<void>;
  /**
   * Removes the provider key and the envelope that it could open. Stores the event if a key
   * existed.
   */
  removeProviderKey(
    customerId: CustomerId,
    event: AuditEvent,
  ): Promise<Pick<Customer, "managedAi">>;
  /**
   * Deletes the customer with everything that belongs to them and stores the event, or does
   * neither. Call counts are kept without the customer id. This month's count moves to a tombstone,
   * from which `create` takes it for a new customer with the same address.
   * @returns undefined if the customer does not exist
   */
  delete(
    customerId: CustomerId,
    deletion: { tombstoneOf: (emailLookup: Uint8Array) => Uint8Array; event: AuditEvent },
  ): Promise<Deletion | undefined>;
  /**
   * Returns envelopes that are not expired or used up and whose key was not revoked or replaced.
   */
  envelopes(customerId: CustomerId, now: Date): Promise<readonly RegistrationEnvelope[]>;
  /** Subtracts one use from an envelope. @returns false if none was left */
  spendEnvelope(customerId: CustomerId, kind: ProofKind): Promise<boolean>;
  /**
   * Deletes expired envelopes, whose keys could still be recovered. Every registration does this.
   */
  dropExpiredEnvelopes(now: Date): Promise<void>;
}

export interface StoredApiKey extends KeyPolicies {
  readonly keyId: string;
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly developer: boolean;
  readonly callsOnly?: boolean;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  readonly orgId: string;
  readonly sealedScopeKey: Uint8Array;
  readonly sealedSubjectKey: Uint8Array | undefined;
  readonly hash: PepperedHash;
  readonly lastUsedAt: Date | undefined;
  readonly expiresAt: Date | undefined;
  readonly entityLists: readonly EntityListName[];
}

/** An API key as its customer may see it. */
export interface CustomerKey extends Omit<NewApiKey, "hash">, KeyPolicies {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** The end of the grace period after a rotation. */
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export interface IssuedKey extends NewApiKey, Pick<CustomerKey, "createdAt">, KeyPolicies {}

export interface KeyChange {
  readonly issued?: IssuedKey;
  /**
   * If `graceful`, the key stays valid until `at`. Otherwise it is revoked and the maps of its jobs
   * are deleted, which ends their re-link. In both cases, registrations no longer return the key.
   */
  readonly ended?: { readonly keyId: string; readonly at: Date; readonly graceful: boolean };
  readonly events: readonly AuditEvent[];
}

/** Stores customers' keys. Duties: never stores a key itself; never finds a revoked key. */
export interface ApiKeys {
  /** Returns a key that is not revoked. The caller must check `expiresAt`. */
  find(keyId: string): Promise<StoredApiKey | undefined>;
  /** Returns the keys, newest first. Ended keys are included until `sweep` deletes them. */
  list(customerId: CustomerId): Promise<readonly CustomerKey[]>;
  /**
   * Stores the change that `decide` returns, or nothing if it throws. Changes of one customer's
   * keys run one after the other, and each gets the result of the previous one. `decide` may be
   * called again after a conflict.
   * @returns the number of jobs whose answers will now keep their placeholders
   * @throws ApiError `invalid_api_key` when the customer was deleted
   */
  change(
    customerId: CustomerId,
    decide: (keys: readonly CustomerKey[]) => KeyChange,
  ): Promise<{ readonly relinkEndedJobs: number }>;
  /** Records the use of a key and, if given, its hash with the current pepper. */
  recordUse(keyId: string, at: Date, rehashed?: PepperedHash): Promise<void>;
  /**
   * Stores a subject key for a customer who has none. If several callers do this at once, the first
   * key is kept.
   * @returns the customer's subject key, stored now or earlier; undefined if the customer does not
   * exist
   */
  keepSubjectKey(customerId: CustomerId, sealed: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * Stores a policy (undefined: the default) and its event together or not at all.
   * @returns whether the key exists and is not revoked
   */
  setEntityPolicy(
    keyId: string,
    policy: KeyEntityPolicy | undefined,
    event: AuditEvent,
  ): Promise<boolean>;
  /** Sets the call policy of a key, like `setEntityPolicy`. */
  setCallPolicy(keyId: string, policy: CallPolicy | undefined, event: AuditEvent): Promise<boolean>;
}

export type UsageClass = "standard" | "developer";

export interface Usage {
  /** Returns the number of requests admitted in a month, given by its first day (`2026-11-01`). */
  used(customerId: CustomerId, usageClass: UsageClass, month: string): Promise<number>;
}

export interface ProviderCredentials {
  /** @throws ApiError `inference_service_unavailable` when a customer's own key is missing */
  forCaller(caller: Pick<CustomerCaller, "customerId" | "managedAi">): Promise<ProviderCredential>;
}
