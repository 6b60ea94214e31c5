import type { AuditEvent } from "@veil/contracts/audit";
import type { Role } from "@veil/contracts/public/session";
import type { PepperedHash } from "../keys/account-secrets.ts";
import type { CustomerId } from "../keys/caller.ts";
import type { NewAccount } from "../ports.ts";

/** A member at the time of a sign-in. */
interface SignedInMember {
  readonly memberId: string;
  readonly customerId: CustomerId;
  /** The hash of the person with the current pepper. */
  readonly person: PepperedHash;
  readonly sealedPerson: Uint8Array;
  readonly role: Role;
  readonly at: Date;
}

interface MemberAccount {
  readonly memberId: string;
  readonly organization: NewAccount["organization"];
  readonly sealedSubjectKey: Uint8Array | undefined;
}

export interface StoredMember {
  readonly memberId: string;
  readonly sealedPerson: Uint8Array;
  readonly role: Role;
  readonly createdAt: Date;
  readonly signedInAt: Date;
}

/**
 * The store of people who sign in with an identity provider. Duties: a person is a member of one
 * customer at a time; a role that changes, changes in all of the member's sessions at once; when a
 * member is removed or becomes another customer's, the earlier sessions end.
 */
export interface Members {
  /**
   * Stores the present state of a person's member, replacing an earlier one.
   * @param decide - gets the id of the person's member, undefined if there is none; may be called
   * again
   * @returns undefined if the customer does not exist
   */
  signIn(
    lookups: readonly PepperedHash[],
    decide: (memberId: string | undefined) => SignedInMember,
  ): Promise<MemberAccount | undefined>;
  /** Removes a person who has no access any more, or does nothing. */
  removePerson(lookups: readonly PepperedHash[]): Promise<void>;
  /** Returns the customer's members, by their last sign-in. */
  list(customerId: CustomerId): Promise<readonly StoredMember[]>;
  /** Removes a member and stores the event. @returns whether the member existed */
  remove(customerId: CustomerId, memberId: string, event: AuditEvent): Promise<boolean>;
}
