import type { AuditEvent } from "@veil/contracts/audit";
import type { Tier } from "@veil/contracts/public/registration";
import type { Role } from "@veil/contracts/public/session";
import type { PepperedHash } from "../keys/account-secrets.ts";
import type { CustomerId, EntityListName, KeyPolicies } from "../keys/caller.ts";
import type { NewAccount } from "../ports.ts";

export interface NewSession {
  readonly customerId: CustomerId;
  /** Hash of the cookie with the current pepper. */
  readonly hash: PepperedHash;
  readonly proof: SessionProof;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The credential that started a session. A session ends when its credential becomes invalid. */
export type SessionProof =
  | { readonly kind: "key"; readonly keyId: string }
  /** `passwordHash`: the stored hash that the password was checked against. */
  | { readonly kind: "password"; readonly passwordHash: string }
  | { readonly kind: "member"; readonly memberId: string };

/** A stored session. It has the policies of the key that started it. */
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
  readonly member: { readonly memberId: string; readonly sealedPerson: Uint8Array } | undefined;
  /** The member's present role; without a member, `owner`. */
  readonly role: Role;
  readonly entityLists: readonly EntityListName[];
  readonly expiresAt: Date;
}

/**
 * The store of portal sessions. Duties: a cookie itself is never stored; a session ends at once on
 * every replica when it expires, its key is revoked or replaced, its member is removed, its customer
 * is deleted, or the customer's password changes, even if that happens while it starts.
 */
export interface Sessions {
  /**
   * Stores the session and its event. Ends all but the newest 20 sessions: of the member, or of the customer
   * without those of members.
   * @returns false if the session's proof is no longer valid
   */
  start(session: NewSession, event: AuditEvent): Promise<boolean>;
  find(lookups: readonly PepperedHash[], now: Date): Promise<StoredSession | undefined>;
  /** Ends a session and stores the event, or does nothing if there is no such session. */
  end(lookups: readonly PepperedHash[], event: AuditEvent): Promise<void>;
  /** Returns the customer's sessions that have not ended, newest first. */
  list(customerId: CustomerId, now: Date): Promise<readonly ListedSession[]>;
  /**
   * Ends the customer's sessions, or only those of one member, and stores the event. Does nothing
   * if there are none.
   */
  endAll(customerId: CustomerId, event: AuditEvent, memberId?: string): Promise<void>;
}

export interface ListedSession {
  readonly hash: Uint8Array;
  readonly keyId: string | undefined;
  /** With neither key nor member, a password started the session. */
  readonly memberId: string | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The store of customers' passwords. Duty: a password itself is never stored. */
export interface Passwords {
  findByEmail(lookups: readonly PepperedHash[]): Promise<StoredPassword | undefined>;
  /**
   * Changes the password, ends the customer's sessions and stores the event, all or nothing.
   * @returns whether the customer exists
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
