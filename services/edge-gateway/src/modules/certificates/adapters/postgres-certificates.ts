import type { AuditEvent } from "@veil/contracts/audit";
import { type Database, DatabaseError, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { createBatcher } from "../../../platform/batcher.ts";
import type { CustomerId } from "../../accounts/index.ts";
import { insertLeasedEvents } from "../../audit/postgres.ts";
import type { EndedCertificate } from "../domain/pending-certificate.ts";
import type { CertificateRow, CertificateStore, IssuedRow, PendingRow } from "../ports.ts";

interface Added extends EndedCertificate {
  readonly customerId: CustomerId;
  readonly events: readonly AuditEvent[];
}

const ADD = rowsStatement<Added>(
  "add-certificates",
  {
    request_id: { type: "text", of: ({ requestId }) => requestId },
    customer_id: { type: "text", of: ({ customerId }) => customerId },
    record: { type: "bytea", of: ({ record }) => record },
    openings_key_box: { type: "bytea", of: ({ openingsKeyBox }) => openingsKeyBox },
    openings: { type: "bytea", of: ({ openings }) => openings },
    lease_ms: { type: "double precision", of: ({ leaseMs }) => leaseMs },
    events: { type: "jsonb", of: ({ events }) => JSON.stringify(events) },
  },
  (given) => `
with ${given}, recorded as (
  ${insertLeasedEvents("given, jsonb_array_elements(events) event")}
  on conflict (event_id) do nothing
)
insert into certificates (request_id, customer_id, record, openings_key_box, openings, leased_until)
select request_id, customer_id, record, openings_key_box, openings, now() + lease_ms * interval '1 millisecond'
from given on conflict (request_id) do nothing
returning request_id`,
);

/** The conditions of rows without a decision, by the column with the call. */
const WAITING = {
  record: "record is not null and batch_id is null",
  pending: "pending is not null",
} as const;

// Materialized, because the planner may evaluate a subquery of "in" again for each row and then
// lock more rows than `limit` allows.
const claimOf = (column: keyof typeof WAITING) => `
with due as materialized (
  select request_id from certificates where ${WAITING[column]} and leased_until < now()
  order by created_at limit $1 for update skip locked
)
update certificates set leased_until = now() + $2 * interval '1 millisecond'
from due where certificates.request_id = due.request_id
returning certificates.request_id as "requestId", ${column}`;

const RELEASE = `
update certificates set leased_until = now() + $2 * interval '1 millisecond'
where request_id = any($1) and batch_id is null`;

const ISSUE = `
with batch as (
  insert into certificate_batches (batch_id, signed, batch_sha256, event_id)
  values ($1, $2, $3, ($4::jsonb ->> 'event_id')::uuid)
), recorded as (
  ${insertLeasedEvents("(select $4::jsonb as event) given")}
)
update certificates set batch_id = $1, place = given.place::smallint[], pending = null,
  record = coalesce(given.record, certificates.record), decided_at = now(), leased_until = now()
from unnest($5::text[], $6::text[], $7::bytea[]) as given (request_id, place, record)
where certificates.request_id = given.request_id and batch_id is null and refused is null`;

const REFUSE = `
with refused as (
  update certificates set refused = given.refused, pending = null, record = null, decided_at = now()
  from unnest($1::text[], $2::text[], $3::jsonb[]) as given (request_id, refused, event)
  where certificates.request_id = given.request_id and batch_id is null and certificates.refused is null
  returning given.event
)
${insertLeasedEvents("refused")}`;

const FIND = `
select customer_id, refused, certificate, record, place, batch_id, signed, openings_key_box, openings,
  coalesce(certificate_batches.evidence, certificates.evidence) as evidence
from certificates left join certificate_batches using (batch_id) where request_id = $1`;

const OLDEST = `
select least((select min(created_at) from certificates where ${WAITING.record}),
  (select min(created_at) from certificates where ${WAITING.pending})) as oldest`;

interface FoundRow {
  readonly customer_id: string;
  readonly refused: string | null;
  readonly certificate: Buffer | null;
  readonly record: Buffer | null;
  readonly place: readonly number[] | null;
  readonly batch_id: string | null;
  readonly signed: Buffer | null;
  readonly evidence: Buffer | null;
  readonly openings_key_box: Buffer | null;
  readonly openings: Buffer | null;
}

const MAX_BATCH = { items: 32, bytes: 1024 * 1024 } as const;
/** The approximate size of an event. */
const EVENT_BYTES = 512;

/**
 * Creates the PostgreSQL adapter. Calls that end while an insert is in flight share the next
 * insert.
 * @param repeatable - the pool for statements that can safely be repeated; commits on its
 * connections do not wait for the disk
 */
export function createPostgresCertificates(
  database: Database,
  repeatable: Database = database,
): CertificateStore {
  const turn = pLimit(1);
  const adding = createBatcher<Added, boolean>({
    run: (given) => addTogether(database, given),
    keyOf: ({ requestId }) => requestId,
    bytesOf: ({ record, openings, events }) =>
      record.length + openings.length + EVENT_BYTES * events.length,
    turn: (work) => turn(work),
    max: MAX_BATCH,
  });
  return {
    add: (customerId, ended, events = []) => adding.add({ ...ended, customerId, events }),
    async claim(limit, leaseMs) {
      const claim = (column: keyof typeof WAITING) =>
        repeatable.query<PendingRow>(claimOf(column), [limit, leaseMs], {
          name: `claim-certificates-${column}`,
        });
      const rows = await claim("record");
      return rows.length > 0 ? rows : await claim("pending");
    },
    async release(requestIds, delayMs) {
      await repeatable.execute(RELEASE, [requestIds, delayMs]);
    },
    async issue({ batchId, signed, sha256, event, calls }) {
      const rows = [
        calls.map(({ requestId }) => requestId),
        calls.map(({ place }) => `{${place.join(",")}}`),
        calls.map(({ record }) => record ?? null),
      ];
      const values = [batchId, signed, sha256, JSON.stringify(event), ...rows];
      await database.execute(ISSUE, values, { name: "issue-certificates" });
    },
    async refuse(calls) {
      await database.execute(REFUSE, [
        calls.map(({ requestId }) => requestId),
        calls.map(({ refused }) => refused),
        calls.map(({ event }) => JSON.stringify(event)),
      ]);
    },
    async find(requestId) {
      const row = await database.optional<FoundRow>(FIND, [requestId], {
        name: "find-certificate",
      });
      return row && toCertificateRow(row);
    },
    async oldestPending() {
      const row = await database.optional<{ oldest: Date | null }>(OLDEST);
      return row?.oldest ?? undefined;
    },
  };
}

/**
 * Returns for each certificate whether it was added. If the database refuses one, the others are
 * still added.
 */
async function addTogether(
  database: Database,
  given: readonly Added[],
): Promise<readonly (boolean | Promise<boolean>)[]> {
  try {
    const rows = await database.query<{ request_id: string }>(...ADD(given));
    const added = new Set(rows.map(({ request_id }) => request_id));
    return given.map(({ requestId }) => added.has(requestId));
  } catch (error) {
    const isRefused = error instanceof DatabaseError && error.refusedByServer;
    if (!isRefused || given.length === 1) throw error;
    return given.map(async (one) => {
      const [isAdded = false] = await addTogether(database, [one]);
      return isAdded;
    });
  }
}

function toCertificateRow(row: FoundRow): CertificateRow {
  return {
    customerId: row.customer_id as CustomerId,
    isRefused: row.refused !== null,
    issued: toIssuedRow(row),
    openingsKeyBox: row.openings_key_box ?? undefined,
    openings: row.openings ?? undefined,
  };
}

function toIssuedRow(row: FoundRow): IssuedRow | undefined {
  const { certificate, record, place, batch_id: batchId, signed } = row;
  const evidence = row.evidence ?? undefined;
  if (certificate !== null) return { certificate, evidence };
  if (record === null || place === null || batchId === null || signed === null) return undefined;
  return { record, place, batchId, signed, evidence };
}
