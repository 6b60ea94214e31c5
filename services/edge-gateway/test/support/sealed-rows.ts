import { randomUUID } from "node:crypto";
import type { Database } from "@veil/postgres-kit";
import type { DataKeys, SealedUse } from "../../src/platform/data-keys.ts";
import { SEALED_COLUMNS, type SealedColumn } from "../../src/resealing/sealed-columns.ts";

type Row = Readonly<Record<string, unknown>>;

/** A box of the database, with the row that its context is made of. */
interface StoredBox {
  /** The table, the column and the row. */
  readonly name: string;
  readonly column: SealedColumn;
  readonly box: Buffer;
  readonly row: Readonly<Record<string, string>>;
}

/** Returns all boxes of the listed columns, read without the statements of the re-sealing. */
export async function storedBoxes(owner: Database): Promise<readonly StoredBox[]> {
  const boxes: StoredBox[] = [];
  for (const column of SEALED_COLUMNS)
    for (const stored of await owner.query<Row>(`select * from ${column.table}`)) {
      const box = stored[column.column];
      if (!Buffer.isBuffer(box)) continue;
      const row = Object.fromEntries(
        Object.entries(stored).map(([name, value]) => [name, String(value)]),
      );
      const ids = Object.keys(column.ids).map((id) => row[id]);
      boxes.push({ name: `${column.table}.${column.column} ${ids.join("/")}`, column, box, row });
    }
  return boxes;
}

/** Returns what the keys read in each box. Undefined for a box that no key opens. */
export async function contentsOf(
  owner: Database,
  dataKeys: DataKeys,
): Promise<Readonly<Record<string, string | undefined>>> {
  const contents = (await storedBoxes(owner)).map(({ name, column, box, row }) => [
    name,
    opened(dataKeys, column.use, { box, context: column.contextOf(row) }),
  ]);
  return Object.fromEntries(contents);
}

const USES: readonly SealedUse[] = ["fields", "certificates", "answers", "compliance"];
const BYTES = `
select table_name as "table", column_name as "column" from information_schema.columns
where table_schema = 'public' and data_type = 'bytea' order by 1, 2`;

interface BytesColumn {
  readonly table: string;
  readonly column: string;
}

/** Returns all columns of the database that contain bytes. */
export async function bytesColumns(owner: Database): Promise<readonly BytesColumn[]> {
  return await owner.query<BytesColumn>(BYTES);
}

/**
 * Returns the columns of which some bytes open with the keys: all bytes of the whole database, for
 * each use, in each context that the columns of the row can make.
 */
export async function columnsOpenedBy(owner: Database, dataKeys: DataKeys): Promise<Set<string>> {
  const found = new Set<string>();
  for (const { table, column } of await bytesColumns(owner))
    for (const stored of await owner.query<Row>(`select * from ${table}`)) {
      const box = stored[column];
      if (Buffer.isBuffer(box) && opensSomehow(dataKeys, box, stored))
        found.add(`${table}.${column}`);
    }
  return found;
}

function opensSomehow(dataKeys: DataKeys, box: Buffer, stored: Row): boolean {
  const values = Object.entries(stored).map(([name, value]) => [name, String(value)]);
  const row = Object.fromEntries(values);
  const contexts = new Set(SEALED_COLUMNS.map((column) => column.contextOf(row)));
  return USES.some((use) =>
    [...contexts].some((context) => opened(dataKeys, use, { box, context }) !== undefined),
  );
}

function opened(
  dataKeys: DataKeys,
  use: SealedUse,
  { box, context }: { readonly box: Buffer; readonly context: string },
): string | undefined {
  try {
    return dataKeys.sealing(use).open(box, context).toString("base64");
  } catch {
    return undefined;
  }
}

/** Inserts a row for each column that needs a whole call or an earlier version of the gateway. */
export async function insertOtherRows(
  owner: Database,
  dataKeys: DataKeys,
  customerId: string,
): Promise<void> {
  const [member, request, batch] = ["mem_1", `req_${"9".repeat(32)}`, randomUUID()];
  const box = (of: string, row: Readonly<Record<string, string>>) => {
    const column = SEALED_COLUMNS.find(({ table, column: name }) => `${table}.${name}` === of);
    if (column === undefined) throw new Error(`No column ${of}`);
    return dataKeys.sealing(column.use).seal(Buffer.from(`{"of":"${of}"}`), column.contextOf(row));
  };
  const ofRequest = (of: string) => box(of, { request_id: request });
  await owner.execute(
    `insert into members (member_id, customer_id, person_hmac, pepper_version, person_sealed, role, created_at, signed_in_at)
     values ($1, $2, '\\x01', 1, $3, 'owner', now(), now())`,
    [member, customerId, box("members.person_sealed", { member_id: member })],
  );
  await owner.execute(
    `insert into jobs (job_id, customer_id, key_id, request_id, facts, certificate_draft, deadline_at)
     values ('job_drafted', $1, 'k', $2, '{}', $3, now() + interval '1 day')`,
    [customerId, request, ofRequest("jobs.certificate_draft")],
  );
  const pending = `insert into certificates (request_id, customer_id, pending, leased_until)
    values ($1, $2, $3, 'infinity')`;
  await owner.execute(pending, [request, customerId, ofRequest("certificates.pending")]);
  const single = `req_${"8".repeat(32)}`;
  const ofSingle = (of: string) => box(of, { request_id: single });
  await owner.execute(
    `insert into certificates (request_id, customer_id, certificate, evidence, decided_at)
     values ($1, $2, $3, $4, now())`,
    [
      ...[single, customerId],
      ...[ofSingle("certificates.certificate"), ofSingle("certificates.evidence")],
    ],
  );
  await owner.execute(
    `insert into certificate_batches (batch_id, signed, batch_sha256, event_id, evidence)
     values ($1, '\\x01', $2, $1, $3)`,
    [batch, "0".repeat(64), box("certificate_batches.evidence", { batch_id: batch })],
  );
}
