import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { EntityListReference } from "@veil/contracts/sanitiser";

declare const customerId: unique symbol;
/** `cus_` and an HMAC under a salt. Once erasure destroys it, the id cannot be linked. */
export type CustomerId = string & { readonly [customerId]: true };

export type EntityListName = Pick<EntityListReference, "id" | "version">;

/** The authenticated caller of a request. Kept only as long as the request. */
export type Caller = CustomerCaller | AdminCaller | WebsiteCaller;

export type CustomerCaller = KeyCaller | SessionCaller;

/** The policies that an operator has set for a key; undefined means the default. */
export interface KeyPolicies {
  readonly entityPolicy: KeyEntityPolicy | undefined;
  readonly callPolicy: CallPolicy | undefined;
}

interface CallingCustomer extends KeyPolicies {
  readonly customerId: CustomerId;
  readonly tier: Tier;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  /** HMAC of the organization id under the organization's own key, 64 hexadecimal digits. */
  readonly scope: string;
  /** HMAC of the customer id under the customer's own key, 64 hexadecimal digits. */
  readonly subject: string;
  readonly entityLists: readonly EntityListName[];
}

/** A customer who presented one of their API keys. */
export interface KeyCaller extends CallingCustomer {
  readonly kind: "key";
  /** True for some `gw_live_` keys: counted apart, never re-linked, SDK endpoints only. */
  readonly developer: boolean;
  readonly keyId: string;
  /** Seals the re-link map. Never logged, stored or sent. */
  readonly apiKey: string;
}

/** A customer who presented a session's cookie. Without a key it cannot make inference calls. */
export interface SessionCaller extends CallingCustomer {
  readonly kind: "session";
  /** Developer keys start no session. */
  readonly developer: false;
  /** Counts the session's requests. The cookie cannot be derived from it. */
  readonly sessionId: string;
  /** The key that started the session, and whose policy binds it; undefined if a password did. */
  readonly keyId: string | undefined;
  readonly orgId: string;
  /** Empty if the customer has removed it. */
  readonly email: string;
  readonly expiresAt: Date;
}

/** An operator who presented the administration's key. */
export interface AdminCaller {
  readonly kind: "admin";
  readonly keyId: string;
}

/** The backend of the marketing site. */
export interface WebsiteCaller {
  readonly kind: "website";
  readonly keyId: string;
}

/**
 * Returns the name under which a customer's calls count. All keys and sessions share one, so that
 * further keys bring no further calls. Developer keys have another, so that they cannot use up what
 * the account has.
 */
export function countedAs({
  customerId,
  developer,
}: Pick<CustomerCaller, "customerId" | "developer">): string {
  return developer ? `${customerId}:developer` : customerId;
}
