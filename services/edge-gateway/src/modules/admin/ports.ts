import type { AuditEvent } from "@veil/contracts/audit";
import type { AdminStatsResponse } from "@veil/contracts/public/admin";
import type { Tier } from "@veil/contracts/public/registration";
import type { WebsiteStatsResponse } from "@veil/contracts/public/website";
import type { QueueDepth } from "@veil/transport/jobs";
import type { PageOf, Position } from "../../platform/pages.ts";
import type { CustomerId } from "../accounts/index.ts";

export interface CustomerRow {
  readonly customerId: CustomerId;
  readonly orgId: string;
  readonly sealedScopeKey: Buffer;
  /** Null for a customer that an earlier version stored without one. */
  readonly sealedSubjectKey: Buffer | null;
  readonly sealedEmail: Buffer;
  readonly sealedCompany: Buffer | null;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | null;
  readonly hasPassword: boolean;
  readonly createdAt: Date;
}

export interface OrganizationRow {
  readonly orgId: string;
  readonly createdAt: Date;
  readonly customerCount: number;
}

export interface UserRow {
  readonly customerId: CustomerId;
  readonly orgId: string;
  readonly sealedEmail: Buffer;
  readonly passwordSetAt: Date;
}

export interface ContactRow {
  readonly contactId: string;
  readonly sealedContent: Uint8Array;
  readonly createdAt: Date;
}

export interface CustomerChanges {
  readonly tier?: Tier | undefined;
  readonly managedAi?: boolean | undefined;
  /** Null removes the expiry of the license. */
  readonly licenseExpiresAt?: Date | null | undefined;
  readonly orgId?: string | undefined;
}

export type Stats = AdminStatsResponse["customers"] & Omit<AdminStatsResponse, "customers">;

/**
 * What administrators can read and change about customers and organizations. Duty: pages go from
 * the newest row to the oldest, so that rows that are added in the meantime come before the first
 * page, and no row is listed twice or left out.
 */
export interface Directory {
  customers(limit: number, from?: Position): Promise<PageOf<CustomerRow>>;
  organizations(limit: number, from?: Position): Promise<PageOf<OrganizationRow>>;
  users(limit: number, from?: Position): Promise<PageOf<UserRow>>;
  find(customerId: CustomerId): Promise<CustomerRow | undefined>;
  provider(customerId: CustomerId): Promise<string | undefined>;
  organization(
    orgId: string,
  ): Promise<(OrganizationRow & { readonly sealedScopeKey: Uint8Array }) | undefined>;
  /** Stores the organization and its event together or not at all. */
  createOrganization(
    orgId: string,
    sealedScopeKey: Uint8Array,
    event: AuditEvent,
  ): Promise<OrganizationRow>;
  /**
   * Stores the changes and their events together or not at all.
   * @returns whether the customer exists
   */
  change(
    customerId: CustomerId,
    changes: CustomerChanges,
    events: readonly AuditEvent[],
  ): Promise<boolean>;
  stats(now: Date, month: string): Promise<Stats>;
  counters(month: string): Promise<WebsiteStatsResponse>;
  /** Stores a message from the website. @returns when it was stored */
  storeContact(contactId: string, sealedContent: Uint8Array): Promise<Date>;
  contacts(limit: number, from?: Position): Promise<PageOf<ContactRow>>;
  /** Deletes a message from the website. @returns whether it existed */
  deleteContact(contactId: string): Promise<boolean>;
}

/** How many rows wait, and since when. */
export interface Waiting {
  readonly waiting: number;
  readonly oldestAt: Date | undefined;
}

export interface StoredBacklog {
  /** Jobs that have not ended. */
  readonly jobs: Waiting;
  readonly jobOutbox: Waiting;
  readonly eventOutbox: Waiting;
  /** Events that the audit log will never accept. */
  readonly refusedEvents: number;
  /** Ended calls without a certificate. */
  readonly certificates: Waiting;
  /** Batches of certificates that the log has not proven yet. */
  readonly unprovenBatches: Waiting;
}

/** Reads what waits, and how many dead letters there are. */
export interface BacklogReader {
  readonly stored: () => Promise<StoredBacklog>;
  /** Returns the broker's queues. Undefined if it did not respond. */
  readonly queues: () => Promise<readonly QueueDepth[] | undefined>;
}

/**
 * The tokens of administrators' sessions. A token is sealed under the data key and stored nowhere,
 * so every replica opens it. It ends after 15 minutes, or when its key is removed from the settings.
 */
export interface OperatorTokens {
  issue(keyId: string): { readonly token: string; readonly expiresAt: Date };
  /** Returns the id of the key that started the session. Undefined if it has ended. */
  identify(token: string): string | undefined;
}
