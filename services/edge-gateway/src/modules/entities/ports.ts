import type { AuditEvent } from "@veil/contracts/audit";
import type { EntityListContent, EntityListReference } from "@veil/contracts/sanitiser";
import type { CustomerId } from "../accounts/index.ts";

/** A list that has been checked, ready to be sealed. */
export interface CheckedEntityList {
  readonly kind: EntityListContent["kind"];
  readonly entryCount: number;
  /** An `EntityListContent` as JSON. */
  readonly content: Uint8Array;
}

/** Reads and checks lists as they come. Duties: a long list never holds up the event loop; no value is repeated. */
export interface EntityListReader {
  /**
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`; `inference_service_unavailable` when it cannot
   * be read in time
   */
  read(body: Uint8Array): Promise<CheckedEntityList>;
}

/** A list in a box that only the sanitiser can open, bound to the list's id and version. */
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

export interface ListChange {
  readonly now: Date;
  /** For the audit log. The list as it is after the change; a deleted one as it was. */
  readonly eventOf: (list: StoredEntityList) => AuditEvent;
}

/**
 * Customers' lists of known entities. Duties: never holds an entry itself; a list is found by its owner alone; a
 * version is never given twice, whoever replaces at once; the bounds of `requireRoom` hold, whoever creates at once;
 * a change and its event are stored together or not at all.
 */
export interface EntityLists {
  /** As version 1. @throws ApiError `too_many_lists`, `request_too_large` */
  create(
    customerId: CustomerId,
    listId: string,
    list: BoxedEntityList,
    change: ListChange,
  ): Promise<StoredEntityList>;
  /** The oldest first. */
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
  /** @returns whether there was one. */
  delete(customerId: CustomerId, listId: string, change: ListChange): Promise<boolean>;
  /** All lists of the customer as they are now, with their boxes. */
  boxes(customerId: CustomerId): Promise<readonly Required<EntityListReference>[]>;
}
