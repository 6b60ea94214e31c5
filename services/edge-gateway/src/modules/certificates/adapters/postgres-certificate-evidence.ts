import type { Database } from "@veil/postgres-kit";
import type { EvidenceStore, UnprovenRow } from "../ports.ts";

const UNPROVEN = `certificate is not null and evidence is null and decided_at > now() - interval '30 days'`;

// Materialized, because the planner may evaluate a subquery of "in" again for each row and then
// lock more rows than `limit` allows.
const CLAIM = `
with due as materialized (
  select request_id from certificates
  where ${UNPROVEN} and decided_at <= now() - $3 * interval '1 millisecond' and leased_until < now()
  order by decided_at limit $1 for update skip locked
)
update certificates set leased_until = now() + $2 * interval '1 millisecond'
from due where certificates.request_id = due.request_id
returning certificates.request_id as "requestId", event_id as "eventId", certificate_sha256 as sha256,
  case when certificate_sha256 is null then certificate end as certificate,
  (extract(epoch from now() - decided_at) * 1000)::float8 as "waitedMs"`;

const RELEASE = `
update certificates set leased_until = now() + delay_ms * interval '1 millisecond'
from unnest($1::text[], $2::float8[]) as given (request_id, delay_ms)
where certificates.request_id = given.request_id and evidence is null`;

const ADD = `
update certificates set evidence = given.evidence
from unnest($1::text[], $2::bytea[]) as given (request_id, evidence)
where certificates.request_id = given.request_id
  and certificates.certificate is not null and certificates.evidence is null`;

const OLDEST = `select min(decided_at) as oldest from certificates where ${UNPROVEN}`;

interface FoundRow extends Pick<UnprovenRow, "requestId" | "eventId" | "waitedMs"> {
  readonly sha256: string | null;
  readonly certificate: Buffer | null;
}

export function createPostgresCertificateEvidence(database: Database): EvidenceStore {
  return {
    async claim({ limit, leaseMs, minWaitedMs }) {
      const values = [limit, leaseMs, minWaitedMs];
      const name = "claim-unproven-certificates";
      const rows = await database.query<FoundRow>(CLAIM, values, { name });
      return rows.map(({ sha256, certificate, ...row }) => ({
        ...row,
        ...{ sha256: sha256 ?? undefined, certificate: certificate ?? undefined },
      }));
    },
    async release(rows) {
      const values = [rows.map(({ requestId }) => requestId), rows.map(({ delayMs }) => delayMs)];
      if (rows.length > 0) await database.execute(RELEASE, values);
    },
    async add(rows) {
      const values = [rows.map(({ requestId }) => requestId), rows.map(({ evidence }) => evidence)];
      if (rows.length > 0) await database.execute(ADD, values);
    },
    async oldestUnproven() {
      const row = await database.optional<{ oldest: Date | null }>(OLDEST);
      return row?.oldest ?? undefined;
    },
  };
}
