import type { AuditEvent } from "@veil/contracts/audit";
import { type Database, DatabaseError, rowsStatement } from "@veil/postgres-kit";
import pLimit from "p-limit";
import { createBatcher } from "../../../platform/batcher.ts";
import type { CustomerId } from "../../accounts/index.ts";
import { insertLeasedEvents } from "../../audit/postgres.ts";
import type { EndedCertificate } from "../domain/pending-certificate.ts";
import type { CertificateRow, CertificateStore, DecidedCertificate } from "../ports.ts";

interface Added extends EndedCertificate {
  readonly customerId: CustomerId;
  readonly events: readonly AuditEvent[];
}

const ADD = rowsStatement<Added>(
  "add-certificates",
  {
    request_id: { type: "text", of: ({ requestId }) => requestId },
    customer_id: { type: "text", of: ({ customerId }) => customerId },
    pending: { type: "bytea", of: ({ pending }) => pending },
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
insert into certificates (request_id, customer_id, pending, openings_key_box, openings, leased_until)
select request_id, customer_id, pending, openings_key_box, openings, now() + lease_ms * interval '1 millisecond'
from given on conflict (request_id) do nothing
returning request_id`,
);

// Materialized, because the planner may evaluate a subquery of "in" again for each row and then
// lock more rows than `limit` allows.
const CLAIM = `
with due as materialized (
  select request_id from certificates where pending is not null and leased_until < now()
  order by created_at limit $1 for update skip locked
)
update certificates set leased_until = now() + $2 * interval '1 millisecond'
from due where certificates.request_id = due.request_id
returning certificates.request_id, pending`;

const RELEASE = `
update certificates set leased_until = now() + $2 * interval '1 millisecond'
where request_id = any($1) and pending is not null`;

const DECIDE = rowsStatement<DecidedCertificate>(
  "decide-certificates",
  {
    request_id: { type: "text", of: ({ requestId }) => requestId },
    certificate: {
      type: "bytea",
      of: (decided) => ("certificate" in decided ? decided.certificate : null),
    },
    sha256: { type: "text", of: (decided) => ("sha256" in decided ? decided.sha256 : null) },
    refused: { type: "text", of: (decided) => ("refused" in decided ? decided.refused : null) },
    event: { type: "jsonb", of: ({ event }) => JSON.stringify(event) },
  },
  (given) => `
with ${given}, decided as (
  update certificates set pending = null, certificate = given.certificate, certificate_sha256 = given.sha256,
    refused = given.refused,
    event_id = (given.event ->> 'event_id')::uuid, decided_at = now(), leased_until = now()
  from given where certificates.request_id = given.request_id and pending is not null
  returning given.event
)
${insertLeasedEvents("decided")}`,
);

const FIND = `
select customer_id, certificate, evidence, refused, openings_key_box, openings from certificates
where request_id = $1`;

const OLDEST = "select min(created_at) as oldest from certificates where pending is not null";

interface FoundRow {
  readonly customer_id: string;
  readonly certificate: Buffer | null;
  readonly evidence: Buffer | null;
  readonly refused: string | null;
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
    bytesOf: ({ pending, openings, events }) =>
      pending.length + openings.length + EVENT_BYTES * events.length,
    turn: (work) => turn(work),
    max: MAX_BATCH,
  });
  return {
    add: (customerId, ended, events = []) => adding.add({ ...ended, customerId, events }),
    async claim(limit, leaseMs) {
      const rows = await repeatable.query<{ request_id: string; pending: Buffer }>(
        CLAIM,
        [limit, leaseMs],
        { name: "claim-certificates" },
      );
      return rows.map(({ request_id: requestId, pending }) => ({ requestId, pending }));
    },
    async release(requestIds, delayMs) {
      await repeatable.execute(RELEASE, [requestIds, delayMs]);
    },
    async decide(decided) {
      if (decided.length > 0) await database.execute(...DECIDE(decided));
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
  const { certificate, refused } = row;
  return {
    customerId: row.customer_id as CustomerId,
    state: certificate !== null ? "issued" : refused !== null ? "refused" : "pending",
    certificate: certificate ?? undefined,
    evidence: row.evidence ?? undefined,
    openingsKeyBox: row.openings_key_box ?? undefined,
    openings: row.openings ?? undefined,
  };
}
