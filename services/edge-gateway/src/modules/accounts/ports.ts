import type { AuditEvent } from "@veil/contracts/audit";
import type { ProviderCredential } from "@veil/contracts/inference";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { PepperedHash } from "./keys/account-secrets.ts";
import type { KeyFamily } from "./keys/api-key.ts";
import type { CustomerCaller, CustomerId, EntityListName, KeyPolicies } from "./keys/caller.ts";
import type { UsageClass } from "./limits/quota.ts";

export interface Customer {
  readonly customerId: CustomerId;
  readonly organization: NewAccount["organization"];
  /** Undefined for a customer of an earlier version, who has none yet. */
  readonly sealedSubjectKey: Uint8Array | undefined;
  readonly tier: Tier;
  readonly managedAi: boolean;
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

/** What a second registration may present to prove that it is the same registrant. */
export type ProofKind = "idempotency_key" | "provider_key" | "replay_window";

/** The issued key, sealed under a key that only the proof yields. */
export interface RegistrationEnvelope {
  readonly kind: ProofKind;
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
  /** If absent, the envelope lasts as long as the provider key is stored. */
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
  /** The address under every pepper, the current one first. The first is stored, any is found. */
  readonly emailLookups: readonly PepperedHash[];
  /** Find the month's use of a deleted customer with this address. */
  readonly tombstones: readonly Uint8Array[];
  readonly apiKey: NewApiKey;
  readonly providerKey?: BoxedProviderKey;
  readonly envelopes: readonly RegistrationEnvelope[];
}

/** A customer's own account. */
export interface StoredAccount {
  readonly customerId: CustomerId;
  readonly orgId: string;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  /** Holds an empty text when the customer has removed the address. */
  readonly sealedEmail: Uint8Array;
  readonly sealedCompany: Uint8Array | undefined;
  readonly createdAt: Date;
  /** Names the provider of the stored provider key. */
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

interface DeletionOrder {
  readonly tombstoneOf: (emailLookup: Uint8Array) => Uint8Array;
  readonly event: AuditEvent;
}

export interface Deletion {
  /** Jobs that had no answer yet. */
  readonly cancelledJobs: number;
  /** True for the last customer of the organization, whose scope key was then destroyed. */
  readonly organizationDeleted: boolean;
}

/** Duties: one customer per address, also under concurrent registrations. */
export interface Accounts {
  findByEmail(lookups: readonly PepperedHash[]): Promise<Customer | undefined>;
  /**
   * Stores the whole account and the events, or nothing when the address is taken.
   * @returns the customer who has the address
   */
  create(account: NewAccount, events: readonly AuditEvent[]): Promise<Customer | undefined>;
  find(customerId: CustomerId): Promise<StoredAccount | undefined>;
  /**
   * Stores the changes that `decide` returns together with their event, or neither; nothing when it
   * returns undefined. Changes of one account run one after the other.
   * @throws ApiError `invalid_api_key` when the customer was deleted
   */
  amend(
    customerId: CustomerId,
    decide: (stored: StoredAccount) => AccountAmendment | undefined,
  ): Promise<void>;
  /**
   * Removes the provider key and the envelope that it opened; `managedAi` stays. Stores the event
   * with the removal, and no event when there was nothing to remove.
   */
  removeProviderKey(
    customerId: CustomerId,
    event: AuditEvent,
  ): Promise<Pick<Customer, "managedAi">>;
  /**
   * Destroys the customer with everything that belongs to them and stores the event, or does
   * neither. Keeps call counts without the customer id. This month's count moves to the tombstone,
   * and `create` picks it up again.
   * @returns undefined when the customer does not exist
   */
  delete(customerId: CustomerId, order: DeletionOrder): Promise<Deletion | undefined>;
  /** Leaves out expired and used-up envelopes, and those of keys that are revoked or replaced. */
  envelopes(customerId: CustomerId, now: Date): Promise<readonly RegistrationEnvelope[]>;
  /** Takes one use. @returns false when none was left */
  spendEnvelope(customerId: CustomerId, kind: ProofKind): Promise<boolean>;
  /** Expired envelopes hold keys that one can still recover, so every registration deletes them. */
  dropExpiredEnvelopes(now: Date): Promise<void>;
}

export interface StoredApiKey extends KeyPolicies {
  readonly keyId: string;
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly developer: boolean;
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

/** A key as its customer may see it. */
export interface CustomerKey extends Omit<NewApiKey, "hash">, KeyPolicies {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** The end of the grace after a rotation. */
  readonly expiresAt: Date | undefined;
  readonly revokedAt: Date | undefined;
}

export interface IssuedKey extends NewApiKey, Pick<CustomerKey, "createdAt">, KeyPolicies {}

export interface KeyChange {
  readonly issued?: IssuedKey;
  /**
   * `graceful`: the key stays valid until then. Otherwise it is revoked, and the maps of its jobs
   * are destroyed, which ends their re-link. Either way no registration returns the key again.
   */
  readonly ended?: { readonly keyId: string; readonly at: Date; readonly graceful: boolean };
  readonly events: readonly AuditEvent[];
}

/** Customers' keys. Duties: never stores a key itself; a revoked key is never found again. */
export interface ApiKeys {
  /** The caller checks `expiresAt`. */
  find(keyId: string): Promise<StoredApiKey | undefined>;
  /** Newest first, including ended keys until they are swept. */
  list(customerId: CustomerId): Promise<readonly CustomerKey[]>;
  /**
   * Stores what `decide` returns, and nothing when it throws. Changes of one customer's keys run
   * one after the other, and each sees the result of the one before. `decide` may run again after a
   * conflict.
   * @returns the jobs whose answers now keep their placeholders
   * @throws ApiError `invalid_api_key` when the customer was deleted
   */
  change(
    customerId: CustomerId,
    decide: (keys: readonly CustomerKey[]) => KeyChange,
  ): Promise<{ readonly relinkEndedJobs: number }>;
  /** Records the use and, when given, the hash under the current pepper. */
  recordUse(keyId: string, at: Date, rehashed?: PepperedHash): Promise<void>;
  /**
   * If several callers race, the first key wins.
   * @returns the customer's key, stored now or before; undefined if there is no customer
   */
  keepSubjectKey(customerId: CustomerId, sealed: Uint8Array): Promise<Uint8Array | undefined>;
  /**
   * Undefined restores the default. Stores the change and its audit event together or not at all.
   * @returns whether the key exists and is not revoked
   */
  setEntityPolicy(
    keyId: string,
    policy: KeyEntityPolicy | undefined,
    event: AuditEvent,
  ): Promise<boolean>;
  /** As `setEntityPolicy`. */
  setCallPolicy(keyId: string, policy: CallPolicy | undefined, event: AuditEvent): Promise<boolean>;
}

export interface Usage {
  /** Counts the requests admitted in that month (`2026-11-01`). */
  used(customerId: CustomerId, usageClass: UsageClass, month: string): Promise<number>;
}

export interface ProviderCredentials {
  /** @throws ApiError `inference_service_unavailable` when an own key is used but none stored */
  forCaller(caller: Pick<CustomerCaller, "customerId" | "managedAi">): Promise<ProviderCredential>;
}

export interface NewSession {
  readonly customerId: CustomerId;
  /** Hash of the cookie under the current pepper. */
  readonly hash: PepperedHash;
  readonly proof: SessionProof;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What the session depends on, besides its customer. */
export type SessionProof =
  | { readonly kind: "key"; readonly keyId: string }
  /** The password's hash that was checked. */
  | { readonly kind: "password"; readonly passwordHash: string };

/** Has the policies of the key that started the session. */
export interface StoredSession extends KeyPolicies {
  readonly hash: PepperedHash;
  readonly customerId: CustomerId;
  readonly organization: NewAccount["organization"];
  readonly sealedSubjectKey: Uint8Array | undefined;
  readonly sealedEmail: Uint8Array;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  readonly keyId: string | undefined;
  readonly entityLists: readonly EntityListName[];
  readonly expiresAt: Date;
}

/**
 * Sessions of the portal. Duties: never stores a cookie; a session ends at once on every replica
 * when its time is over, its key is revoked or replaced, its customer is deleted, or the customer's
 * password changes, even when that happens during its start.
 */
export interface Sessions {
  /**
   * Stores the session and its event together or not at all. Ends the customer's oldest sessions
   * beyond 20.
   * @returns false when its proof is not valid any more
   */
  start(session: NewSession, event: AuditEvent): Promise<boolean>;
  find(lookups: readonly PepperedHash[], now: Date): Promise<StoredSession | undefined>;
  /** Stores the end and its event together, or nothing if there is no such session. */
  end(lookups: readonly PepperedHash[], event: AuditEvent): Promise<void>;
}

/** Customers' passwords. Duties: never stores a password itself. */
export interface Passwords {
  findByEmail(lookups: readonly PepperedHash[]): Promise<StoredPassword | undefined>;
  /**
   * Sets or removes the password and ends the customer's sessions. Stores the event with the
   * change.
   * @returns false when the customer does not exist
   */
  set(customerId: CustomerId, hash: string | undefined, event: AuditEvent): Promise<boolean>;
}

interface StoredPassword {
  readonly customerId: CustomerId;
  readonly organization: NewAccount["organization"];
  readonly sealedSubjectKey: Uint8Array | undefined;
  /** The hash in the PHC string format. */
  readonly hash: string;
}
