import type { Database } from "@veil/postgres-kit";
import type { EvidenceStore, UnprovenRow } from "../ports.ts";

/** The tables whose rows get evidence, with the names of their columns. */
const TABLES = {
  batches: {
    table: "certificate_batches",
    id: "batch_id",
    type: "uuid",
    hash: "batch_sha256",
    time: "created_at",
  },
  certificates: {
    table: "certificates",
    id: "request_id",
    type: "text",
    hash: "certificate_sha256",
    time: "decided_at",
  },
} as const;

/**
 * Creates the PostgreSQL adapter for batches of certificates, or for certificates of version 1,
 * which each have their own evidence.
 */
export function createPostgresCertificateEvidence(
  database: Database,
  rows: keyof typeof TABLES,
): EvidenceStore {
  const { table, id, type, hash, time } = TABLES[rows];
  const unproven = `${hash} is not null and evidence is null and ${time} > now() - interval '30 days'`;
  // Materialized, because the planner may evaluate a subquery of "in" again for each row and then
  // lock more rows than `limit` allows.
  const claim = `
with due as materialized (
  select ${id} from ${table}
  where ${unproven} and ${time} <= now() - $3 * interval '1 millisecond' and leased_until < now()
  order by ${time} limit $1 for update skip locked
)
update ${table} set leased_until = now() + $2 * interval '1 millisecond'
from due where ${table}.${id} = due.${id}
returning ${table}.${id}::text as id, event_id as "eventId", ${hash} as sha256,
  (extract(epoch from now() - ${time}) * 1000)::float8 as "waitedMs"`;
  const release = `
update ${table} set leased_until = now() + delay_ms * interval '1 millisecond'
from unnest($1::${type}[], $2::float8[]) as given (id, delay_ms)
where ${table}.${id} = given.id and evidence is null`;
  const add = `
update ${table} set evidence = given.evidence
from unnest($1::${type}[], $2::bytea[]) as given (id, evidence)
where ${table}.${id} = given.id and ${table}.${hash} is not null and ${table}.evidence is null`;
  const oldest = `select min(${time}) as oldest from ${table} where ${unproven}`;

  return {
    ofBatches: rows === "batches",
    async claim({ limit, leaseMs, minWaitedMs }) {
      const values = [limit, leaseMs, minWaitedMs];
      return await database.query<UnprovenRow>(claim, values, { name: `claim-unproven-${rows}` });
    },
    async release(given) {
      const values = [given.map((row) => row.id), given.map(({ delayMs }) => delayMs)];
      if (given.length > 0) await database.execute(release, values);
    },
    async add(given) {
      const values = [given.map((row) => row.id), given.map(({ evidence }) => evidence)];
      if (given.length > 0) await database.execute(add, values);
    },
    async oldestUnproven() {
      const row = await database.optional<{ oldest: Date | null }>(oldest);
      return row?.oldest ?? undefined;
    },
  };
}
