import type { AuditEvent } from "@veil/contracts/audit";
import type { EntityListContent, EntityListReference } from "@veil/contracts/sanitiser";
import type { AccountChange, CustomerCaller, CustomerId } from "../accounts/index.ts";

export interface CheckedEntityList {
  readonly kind: EntityListContent["kind"];
  readonly entryCount: number;
  readonly content: Uint8Array;
}

/** Checks lists. Duties: a long list never blocks the event loop; errors repeat no value. */
export interface EntityListReader {
  /**
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `server_busy` when it cannot
   * be read in time
   */
  read(body: Uint8Array): Promise<CheckedEntityList>;
}

export interface BoxedEntityList {
  readonly kind: EntityListContent["kind"];
  readonly entryCount: number;
  readonly sealingKeyId: string;
  readonly box: Uint8Array;
}

export interface StoredEntityList {
  readonly listId: string;
  readonly version: number;
  readonly kind: EntityListContent["kind"];
  readonly entryCount: number;
  readonly updatedAt: Date;
}

/** Whose lists a request is about, and how far it may loosen what is replaced. */
export interface ListOwner
  extends Pick<CustomerCaller, "customerId" | "scope" | "subject" | "entityPolicy">,
    Pick<AccountChange, "changedBy"> {}

export interface ListChange {
  readonly now: Date;
  readonly eventOf: (list: StoredEntityList) => AuditEvent;
}

/**
 * Customers' lists of known entities. Duties: never holds an entry itself; only its owner finds a
 * list; under concurrent changes no version is given twice and the bounds of `requireRoom` hold; a
 * change and its event are stored together or not at all.
 */
export interface EntityLists {
  create(
    customerId: CustomerId,
    listId: string,
    list: BoxedEntityList,
    change: ListChange,
  ): Promise<StoredEntityList>;
  all(customerId: CustomerId): Promise<readonly StoredEntityList[]>;
  find(customerId: CustomerId, listId: string): Promise<StoredEntityList | undefined>;
  /**
   * Stores what `seal` makes for the next version.
   *
   * @returns undefined when the customer has no such list
   * @throws ApiError `request_too_large`
   */
  replace(
    customerId: CustomerId,
    listId: string,
    seal: (version: number) => BoxedEntityList,
    change: ListChange,
  ): Promise<StoredEntityList | undefined>;
  delete(customerId: CustomerId, listId: string, change: ListChange): Promise<boolean>;
  boxes(customerId: CustomerId): Promise<readonly Required<EntityListReference>[]>;
}
