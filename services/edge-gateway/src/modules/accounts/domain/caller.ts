import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { EntityListReference } from "@veil/contracts/sanitiser";

declare const customerId: unique symbol;
/** `cus_` and an HMAC under a salt that erasure destroys; without the salt it cannot be linked to a customer. */
export type CustomerId = string & { readonly [customerId]: true };

export type EntityListName = Pick<EntityListReference, "id" | "version">;

/** The authenticated caller of a request. Kept only as long as the request. */
export interface Caller {
  readonly customerId: CustomerId;
  readonly tier: Tier;
  /** A property of some `gw_live_` keys: counted separately, never re-linked, SDK endpoints only. */
  readonly developer: boolean;
  readonly managedAi: boolean;
  readonly licenseExpiresAt: Date | undefined;
  readonly keyId: string;
  /** Seals the re-link map. Never logged, stored or sent. */
  readonly apiKey: string;
  /** HMAC of the organization id under the organization's own key, 64 hexadecimal digits. */
  readonly scope: string;
  /** HMAC of the customer id under the customer's own key, 64 hexadecimal digits. */
  readonly subject: string;
  readonly entityPolicy: KeyEntityPolicy | undefined;
  readonly entityLists: readonly EntityListName[];
}
