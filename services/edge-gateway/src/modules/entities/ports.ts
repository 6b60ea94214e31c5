import type { AuditEvent } from "@veil/contracts/audit";
import type {
  EntityListContent,
  EntityListReference,
  ListSearchRequest,
  ListSearchResult,
} from "@veil/contracts/sanitiser";
import type { AccountChange, CustomerCaller, CustomerId } from "../accounts/index.ts";

export interface CheckedEntityList {
  readonly kind: EntityListContent["kind"];
  readonly entryCount: number;
  readonly content: Uint8Array;
}

/**
 * Checks uploaded lists. Duties: a long list never blocks the event loop; errors contain no values.
 */
export interface EntityListReader {
  /**
   * Parses and checks a list.
   * @throws ApiError `invalid_json`, `missing_field`, `invalid_field`, or `server_busy` when the
   * list cannot be read in time
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

/**
 * The customer whose lists a request reads or changes, and the policy that restricts the changes.
 */
export interface ListOwner
  extends Pick<CustomerCaller, "customerId" | "scope" | "subject" | "entityPolicy">,
    Pick<AccountChange, "changedBy"> {}

export interface ListChange {
  readonly now: Date;
  readonly eventOf: (list: StoredEntityList) => AuditEvent;
}

/**
 * The store of customers' lists of known entities. Duties: an entry itself is never stored; a list
 * is found only by its owner; with concurrent changes, no version is used twice and the limits of
 * `requireRoom` hold; a change and its event are stored together or not at all.
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
   * Replaces a list with the box that `seal` returns for the next version.
   *
   * @returns undefined if the customer has no such list
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

/**
 * Searches lists in the sanitiser, because the gateway cannot open them.
 * @throws ApiError `sanitizer_unavailable`
 */
export type ListSearch = (request: ListSearchRequest) => Promise<ListSearchResult>;

export interface ListErasure {
  /** Finds the customer's lists with an entry that contains the value. */
  find(
    customerId: CustomerId,
    value: string,
  ): Promise<{ readonly searched: number; readonly found: readonly string[] }>;
  /**
   * Removes the entries that contain the value, and lists of which nothing remains.
   * @throws ApiError `key_policy_forbids`, or `server_busy` if a list changed at the same time
   */
  erase(
    owner: Pick<CustomerCaller, "customerId" | "entityPolicy">,
    value: string,
    change: AccountChange,
  ): Promise<void>;
}
