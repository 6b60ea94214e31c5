import type { AuditEvent } from "@veil/contracts/audit";
import type { ProviderCredential } from "@veil/contracts/inference";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { PepperedHash } from "./domain/account-secrets.ts";
import type { KeyFamily } from "./domain/api-key.ts";
import type { CustomerCaller, CustomerId, EntityListName } from "./domain/caller.ts";
import type { UsageClass } from "./domain/quota.ts";

export interface Customer {
  readonly customerId: CustomerId;
  readonly organisation: NewAccount["organisation"];
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

/** What a second registration may present to prove that it is the same registrant. */
export type ProofKind = "idempotency_key" | "provider_key" | "replay_window";

/** The issued key, sealed under a key that only the proof yields. */
export interface RegistrationEnvelope {
  readonly kind: ProofKind;
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
  /** Absent: as long as the provider key is stored. */
  readonly expiresAt?: Date;
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
    readonly licenseExpiresAt?: Date;
  };
  /** The address under every configured pepper, the current one first. The first is stored, any is found. */
  readonly emailLookups: readonly PepperedHash[];
  readonly apiKey: NewApiKey;
  readonly providerKey?: BoxedProviderKey;
  readonly envelopes: readonly RegistrationEnvelope[];
}

export type AccountChanges = Partial<{
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date;
  readonly providerKey: BoxedProviderKey;
}>;

/** Customers and registrations. Duties: one customer per address, also under concurrent registrations. */
export interface Accounts {
  findByEmail(lookups: readonly PepperedHash[]): Promise<Customer | undefined>;
  /** Stores the whole account and the events, or nothing when the address is taken. @returns the customer who has it */
  create(account: NewAccount, events: readonly AuditEvent[]): Promise<Customer | undefined>;
  /** The change and its event are stored together or not at all. */
  amend(customerId: CustomerId, changes: AccountChanges, event: AuditEvent): Promise<void>;
  /**
   * Removes the provider key, and with it the envelope that it opened; `managedAi` stays. The event is stored with the
   * removal, and not when there was nothing to remove.
   */
  removeProviderKey(
    customerId: CustomerId,
    event: AuditEvent,
  ): Promise<Pick<Customer, "managedAi">>;
  /** Without expired and used-up ones, and without those of revoked keys. */
  envelopes(customerId: CustomerId, now: Date): Promise<readonly RegistrationEnvelope[]>;
  /** Takes one use. @returns false when none was left */
  spendEnvelope(customerId: CustomerId, kind: ProofKind): Promise<boolean>;
  /** Expired envelopes hold keys that can still be recovered, so every registration deletes them. */
  dropExpiredEnvelopes(now: Date): Promise<void>;
}

export interface StoredApiKey {
  readonly keyId: string;
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly developer: boolean;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  readonly orgId: string;
  readonly sealedScopeKey: Uint8Array;
  readonly hash: PepperedHash;
  readonly lastUsedAt: Date | undefined;
  readonly entityPolicy: KeyEntityPolicy | undefined;
  readonly entityLists: readonly EntityListName[];
}

/** Customers' keys. Duties: never stores a key itself; a revoked key is never found again. */
export interface ApiKeys {
  find(keyId: string): Promise<StoredApiKey | undefined>;
  /** The key and its event are stored together or not at all. */
  issue(customerId: CustomerId, key: NewApiKey, event: AuditEvent): Promise<void>;
  /** Records the use and, when given, the hash under the current pepper. */
  recordUse(keyId: string, at: Date, rehashed?: PepperedHash): Promise<void>;
  revoke(keyId: string, at: Date): Promise<void>;
  /**
   * Undefined: the default. The change and its audit event are stored together or not at all.
   * @returns whether the key exists and is not revoked
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
  /** @throws ApiError `inference_service_unavailable` when the customer uses an own key but none is stored */
  forCaller(caller: Pick<CustomerCaller, "customerId" | "managedAi">): Promise<ProviderCredential>;
}

export interface NewSession {
  readonly customerId: CustomerId;
  /** The cookie under the current pepper. */
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

export interface StoredSession {
  readonly hash: PepperedHash;
  readonly customerId: CustomerId;
  readonly organisation: NewAccount["organisation"];
  readonly sealedEmail: Uint8Array;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  readonly keyId: string | undefined;
  /** Of that key. */
  readonly entityPolicy: KeyEntityPolicy | undefined;
  readonly entityLists: readonly EntityListName[];
  readonly expiresAt: Date;
}

/**
 * Sessions of the portal. Duties: never stores a cookie; a session ends at once, for every replica, with its time, its
 * key, its customer, or a change of the customer's password, also when that happens during its start.
 */
export interface Sessions {
  /**
   * The session and its event are stored together or not at all. Ends the customer's oldest ones beyond 20.
   *
   * @returns false when its proof does not hold any more
   */
  start(session: NewSession, event: AuditEvent): Promise<boolean>;
  find(lookups: readonly PepperedHash[], now: Date): Promise<StoredSession | undefined>;
  /** The end and its event are stored together; without such a session nothing is. */
  end(lookups: readonly PepperedHash[], event: AuditEvent): Promise<void>;
}

/** Customers' passwords. Duties: never stores a password itself. */
export interface Passwords {
  findByEmail(lookups: readonly PepperedHash[]): Promise<StoredPassword | undefined>;
  /**
   * Sets or removes it and ends the customer's sessions. The event is stored with the change.
   *
   * @returns false when the customer does not exist
   */
  set(customerId: CustomerId, hash: string | undefined, event: AuditEvent): Promise<boolean>;
}

interface StoredPassword {
  readonly customerId: CustomerId;
  readonly organisation: NewAccount["organisation"];
  /** In the PHC string format. */
  readonly hash: string;
}
