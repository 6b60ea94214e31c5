import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { Role } from "@veil/contracts/public/session";
import type { EntityListReference } from "@veil/contracts/sanitiser";

declare const customerId: unique symbol;
/**
 * A customer's id: `cus_` and an HMAC with a salt. Once erasure has destroyed the salt, the id
 * cannot be linked to the customer.
 */
export type CustomerId = string & { readonly [customerId]: true };

export type EntityListName = Pick<EntityListReference, "id" | "version">;

/** The authenticated caller of a request. It is kept only as long as the request. */
export type Caller = CustomerCaller | AdminCaller | WebsiteCaller;

export type CustomerCaller = KeyCaller | SessionCaller;

/** The policies that an operator has set for a key. Undefined means the default. */
export interface KeyPolicies {
  readonly entityPolicy: KeyEntityPolicy | undefined;
  readonly callPolicy: CallPolicy | undefined;
}

interface CallingCustomer extends KeyPolicies {
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  /** HMAC of the organization id with the organization's own key: 64 hexadecimal digits. */
  readonly scope: string;
  /** HMAC of the customer id with the customer's own key: 64 hexadecimal digits. */
  readonly subject: string;
  readonly entityLists: readonly EntityListName[];
}

/** A customer who presented one of their API keys, or calls from the portal with a session. */
export interface KeyCaller extends CallingCustomer {
  readonly kind: "key";
  /**
   * True for some `gw_live_` keys. Their calls have a separate count, and they can be used only for
   * the SDK endpoints and never for re-link.
   */
  readonly developer: boolean;
  /** True for a key that reads and calls, and changes nothing. */
  readonly callsOnly?: boolean;
  readonly keyId: string;
  /**
   * The key itself, or the token of the session, which seals the re-link map. It is never logged,
   * stored or sent.
   */
  readonly apiKey: string;
}

/** A customer who presented a session cookie. */
export interface SessionCaller extends CallingCustomer {
  readonly kind: "session";
  /** Always false, because developer keys cannot start a session. */
  readonly developer: false;
  /** Identifies the session in counters. The cookie cannot be derived from it. */
  readonly sessionId: string;
  /** The value of the cookie. It is never logged, stored or sent. */
  readonly token: string;
  /**
   * The key that started the session and whose policies apply to it. Undefined if a password or a
   * member started it.
   */
  readonly keyId: string | undefined;
  /** The member who started the session. */
  readonly memberId: string | undefined;
  /** It is read from the store for each request. */
  readonly role: Role;
  readonly orgId: string;
  /** The member's address, or else the customer's. Empty if there is none. */
  readonly email: string;
  readonly expiresAt: Date;
}

/** An operator who presented an admin key. */
export interface AdminCaller {
  readonly kind: "admin";
  readonly keyId: string;
}

/** The backend of the marketing site, which presented a website key. */
export interface WebsiteCaller {
  readonly kind: "website";
  readonly keyId: string;
}

/**
 * Returns the name under which a customer's calls are counted. All keys and sessions share one
 * name, so that additional keys do not allow additional calls. Developer keys share a separate
 * name, so that they cannot use up the calls of the account.
 */
export function countedAs({
  customerId,
  developer,
}: Pick<CustomerCaller, "customerId" | "developer">): string {
  return developer ? `${customerId}:developer` : customerId;
}

const RANK: Readonly<Record<Tier, number>> = { free: 0, pro: 1, enterprise: 2 };

export function meetsTier({ tier }: Pick<CustomerCaller, "tier">, minimum: Tier): boolean {
  return RANK[tier] >= RANK[minimum];
}
