import type { CallPolicy } from "@veil/contracts/public/call-policy";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { EntityListReference } from "@veil/contracts/sanitiser";

declare const customerId: unique symbol;
/** `cus_` and an HMAC under a salt that erasure destroys; without the salt it cannot be linked to a customer. */
export type CustomerId = string & { readonly [customerId]: true };

export type EntityListName = Pick<EntityListReference, "id" | "version">;

/** The authenticated caller of a request. Kept only as long as the request. */
export type Caller = CustomerCaller | AdminCaller | WebsiteCaller;

export type CustomerCaller = KeyCaller | SessionCaller;

/** What an operator has set for a key. Undefined: the default. */
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

/** A customer by one of the customer's API keys. */
export interface KeyCaller extends CallingCustomer {
  readonly kind: "key";
  /** A property of some `gw_live_` keys: counted separately, never re-linked, SDK endpoints only. */
  readonly developer: boolean;
  readonly keyId: string;
  /** Seals the re-link map. Never logged, stored or sent. */
  readonly apiKey: string;
}

/** A customer by the cookie of a session. It has no key, so it cannot make inference calls. */
export interface SessionCaller extends CallingCustomer {
  readonly kind: "session";
  /** Developer keys start no session. */
  readonly developer: false;
  /** For counting; the cookie cannot be derived from it. */
  readonly sessionId: string;
  /** Of the key that started the session, whose policy binds it too. Undefined: a password did. */
  readonly keyId: string | undefined;
  readonly orgId: string;
  /** Empty: the customer has removed it. */
  readonly email: string;
  readonly expiresAt: Date;
}

/** An operator, by the key of the administration. */
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
 * Under which a customer's calls are counted: those with all keys and sessions together, so that further keys bring no
 * further calls; those with developer keys apart, so that these cannot use up what the account has.
 */
export function countedAs({
  customerId,
  developer,
}: Pick<CustomerCaller, "customerId" | "developer">): string {
  return developer ? `${customerId}:developer` : customerId;
}
