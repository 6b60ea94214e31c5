import type { EntityListContent } from "@veil/contracts/sanitiser";
import type { Database, Queryable } from "@veil/postgres-kit";
import { type CustomerId, customerDeletedError } from "../../accounts/index.ts";
import { requireRoom } from "../domain/entity-list.ts";
import type { BoxedEntityList, EntityLists, ListChange, StoredEntityList } from "../ports.ts";

interface SummaryRow {
  readonly list_id: string;
  readonly version: number;
  readonly kind: EntityListContent["kind"];
  readonly entry_count: number;
  readonly updated_at: Date;
}

interface BoxRow {
  readonly list_id: string;
  readonly version: number;
  readonly sealing_key_id: string;
  readonly box: Buffer;
}

const SUMMARY = "list_id, version, kind, entry_count, updated_at";

// Locks the customer's row so that changes of one customer's lists run one after the other. Does
// not block admissions.
const LOCK = "select 1 from customers where customer_id = $1 for no key update";

const TAKEN = `
select count(*)::int as count, coalesce(sum(octet_length(box)), 0)::int as "boxBytes"
from entity_lists where customer_id = $1 and list_id <> $2`;

const INSERT = `
insert into entity_lists (list_id, customer_id, version, kind, entry_count, sealing_key_id, box,
  created_at, updated_at)
values ($1, $2, 1, $3, $4, $5, $6, $7, $7) returning ${SUMMARY}`;

const REPLACE = `
update entity_lists set version = $3, kind = $4, entry_count = $5, sealing_key_id = $6, box = $7,
  updated_at = $8
where list_id = $1 and customer_id = $2 returning ${SUMMARY}`;

const DELETE = `delete from entity_lists where customer_id = $1 and list_id = $2 returning ${SUMMARY}`;

const ALL = `
select ${SUMMARY} from entity_lists where customer_id = $1 order by created_at, list_id`;

const FIND = `select ${SUMMARY} from entity_lists where customer_id = $1 and list_id = $2`;

const NOTE = "insert into event_outbox (event_id, event) values ($1, $2)";

const BOXES = `
select list_id, version, sealing_key_id, box from entity_lists
where customer_id = $1 order by created_at, list_id`;

export function createPostgresEntityLists(database: Database): EntityLists {
  return {
    create: (customerId, listId, list, change) =>
      database.transaction(async (tx) => {
        if ((await tx.query(LOCK, [customerId])).length === 0) throw customerDeletedError();
        await requirePlace(tx, customerId, listId, list);
        const { kind, entryCount, sealingKeyId, box } = list;
        const values = [listId, customerId, kind, entryCount, sealingKeyId, box, change.now];
        const [row] = await tx.query<SummaryRow>(INSERT, values);
        if (row === undefined) throw new Error("The insert returned no row");
        return await recorded(tx, row, change);
      }),
    async all(customerId) {
      return (await database.query<SummaryRow>(ALL, [customerId])).map(toStored);
    },
    find: (customerId, listId) => find(database, customerId, listId),
    replace: (customerId, listId, seal, change) =>
      database.transaction(async (tx) => {
        await tx.query(LOCK, [customerId]);
        const known = await find(tx, customerId, listId);
        if (known === undefined) return undefined;
        const version = known.version + 1;
        const list = seal(version);
        await requirePlace(tx, customerId, listId, list);
        const { kind, entryCount, sealingKeyId, box } = list;
        const names = [listId, customerId, version];
        const values = [...names, kind, entryCount, sealingKeyId, box, change.now];
        const [row] = await tx.query<SummaryRow>(REPLACE, values);
        return row && (await recorded(tx, row, change));
      }),
    delete: (customerId, listId, change) =>
      database.transaction(async (tx) => {
        const [row] = await tx.query<SummaryRow>(DELETE, [customerId, listId]);
        if (row !== undefined) await recorded(tx, row, change);
        return row !== undefined;
      }),
    async boxes(customerId) {
      const rows = await database.query<BoxRow>(BOXES, [customerId], { name: "entity-list-boxes" });
      return rows.map(({ list_id: id, version, sealing_key_id, box }) => {
        return { id, version, sealing_key_id, box: box.toString("base64") };
      });
    },
  };
}

async function recorded(
  tx: Queryable,
  row: SummaryRow,
  { eventOf }: ListChange,
): Promise<StoredEntityList> {
  const stored = toStored(row);
  const event = eventOf(stored);
  await tx.execute(NOTE, [event.event_id, JSON.stringify(event)]);
  return stored;
}

async function find(
  queryable: Queryable,
  customerId: CustomerId,
  listId: string,
): Promise<StoredEntityList | undefined> {
  const row = await queryable.optional<SummaryRow>(FIND, [customerId, listId]);
  return row && toStored(row);
}

async function requirePlace(
  tx: Queryable,
  customerId: CustomerId,
  listId: string,
  list: BoxedEntityList,
): Promise<void> {
  const taken = await tx.optional<{ count: number; boxBytes: number }>(TAKEN, [customerId, listId]);
  requireRoom(taken ?? { count: 0, boxBytes: 0 }, list);
}

function toStored(row: SummaryRow): StoredEntityList {
  return {
    listId: row.list_id,
    version: row.version,
    kind: row.kind,
    entryCount: row.entry_count,
    updatedAt: row.updated_at,
  };
}
