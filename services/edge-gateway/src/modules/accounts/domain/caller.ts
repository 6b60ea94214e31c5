import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import type { Tier } from "@veil/contracts/public/registration";
import type { EntityListReference } from "@veil/contracts/sanitiser";

declare const customerId: unique symbol;
/** `cus_` and an HMAC under a salt that erasure destroys: nobody's, once that is gone. */
export type CustomerId = string & { readonly [customerId]: true };

/** A list by name, as requests carry it. */
export type EntityListName = Pick<EntityListReference, "id" | "version">;

/** Who makes the request in hand, as found by authentication. Lives as long as the request. */
export interface Caller {
  readonly customerId: CustomerId;
  readonly tier: Tier;
  /** A property of some `gw_live_` keys: counted apart, never re-linked, SDK endpoints only. */
  readonly developer: boolean;
  /** The operator supplies the provider key. */
  readonly managedAi: boolean;
  readonly keyId: string;
  /** The API key itself: seals the re-link map. Never logged, stored or sent. */
  readonly apiKey: string;
  /** HMAC of the organisation id under the organisation's own key, 64 hexadecimal digits. */
  readonly scope: string;
  /** What the operator has set for the key; undefined: nothing may be loosened. */
  readonly entityPolicy: KeyEntityPolicy | undefined;
  /** The customer's lists of known entities, as they were when the key was looked up. */
  readonly entityLists: readonly EntityListName[];
}
