import type { Database } from "@veil/postgres-kit";
import type { ListedCertificate } from "@veil/veil/evidence";
import { micros } from "../../../platform/pages.ts";
import type { ComplianceFigures, ExposedCertificate, StoredSample } from "../ports.ts";

/** Columns of bytes that must be sealed, by table. */
export const SEALED = {
  organisations: ["scope_key_sealed"],
  customers: ["subject_key_sealed", "email_sealed", "company_sealed"],
  members: ["person_sealed"],
  provider_keys: ["box"],
  registration_envelopes: ["sealed_key"],
  entity_lists: ["box"],
  contacts: ["content_sealed"],
  compliance_inputs: ["content_sealed"],
  subject_requests: ["value_sealed"],
  jobs: ["relink_map", "answer", "certificate_draft"],
  certificates: ["certificate", "evidence", "record", "openings_key_box", "openings"],
  certificate_batches: ["evidence"],
} as const;
/** Columns of JSON that are not sealed, by table. */
const CLEAR = {
  jobs: ["facts"],
  event_outbox: ["event"],
  api_keys: ["entity_policy", "call_policy"],
} as const;

/** How many certificates a page has. */
export const PAGE_ROWS = 500;
const SAMPLE_ROWS = 50;
const HEAD_BYTES = 128;
/** How many pages of a table are read, chosen at random. */
const SAMPLE_PAGES = 50;

const PAGES = `
select relname as table, greatest(relpages, 0)::int as pages from pg_class
where relkind = 'r' and relname = any($1)`;

const ENCRYPTION = "select version from pg_stat_ssl where pid = pg_backend_pid() and ssl";
const SWEPT = `select rule, kept, swept_at as "sweptAt" from sweeps order by rule`;
const CERTIFICATES = `
select
  count(*) filter (where batch_id is not null or certificate is not null)::int as issued,
  count(*) filter (where refused is not null)::int as refused,
  count(*) filter (where decided_at is null)::int as pending,
  min(c.created_at) filter (where decided_at is null) as "oldestPending",
  count(*) filter (where decided_at is not null and refused is null
    and coalesce(c.evidence, b.evidence) is null)::int as unproven,
  min(decided_at) filter (where refused is null
    and coalesce(c.evidence, b.evidence) is null) as "oldestUnproven"
from certificates c left join certificate_batches b using (batch_id)
where customer_id = $1 and c.created_at >= $2`;

const EXPOSED = `
select request_id as "requestId", c.created_at as "endedAt",
  coalesce(certificate_sha256, batch_sha256) as "loggedSha256"
from certificates c left join certificate_batches b using (batch_id)
where customer_id = $1 and c.created_at >= $2 and c.created_at < $3
order by c.created_at, request_id limit $4`;

const ISSUED = `
select request_id as "requestId", c.created_at as "endedAt", ${micros("c.created_at")} as micros,
  case when certificate is null then 2 else 1 end as version,
  coalesce(certificate_sha256, batch_sha256) as "loggedSha256",
  coalesce(c.evidence, b.evidence) is not null as "isProven"
from certificates c left join certificate_batches b using (batch_id)
where customer_id = $1 and c.created_at >= $2 and c.created_at < $3
  and (certificate is not null or batch_id is not null)
  and ($4::bigint is null
    or (c.created_at, request_id) > (to_timestamp(0) + $4 * interval '1 microsecond', $5))
order by c.created_at, request_id limit ${PAGE_ROWS}`;

interface IssuedRow extends ListedCertificate {
  /** Time of the row in microseconds since 1970. */
  readonly micros: number;
}

interface CertificateRow {
  readonly issued: number;
  readonly refused: number;
  readonly pending: number;
  readonly oldestPending: Date | null;
  readonly unproven: number;
  readonly oldestUnproven: Date | null;
}

export function createPostgresComplianceFigures(database: Database): ComplianceFigures {
  async function sampled<Value>(
    columns: Readonly<Record<string, readonly string[]>>,
    expression: (column: string) => string,
  ): Promise<readonly StoredSample<Value>[]> {
    const tables = Object.keys(columns);
    const sizes = await database.query<{ table: string; pages: number }>(PAGES, [tables]);
    const samples: StoredSample<Value>[] = [];
    for (const { table, pages } of sizes)
      for (const column of columns[table] ?? []) {
        const text = `select ${expression(column)} as value
          from ${table} tablesample system (${percentOf(pages)}) where ${column} is not null limit ${SAMPLE_ROWS}`;
        for (const { value } of await database.query<{ value: Value }>(text))
          samples.push({ column: `${table}.${column}`, value });
      }
    return samples;
  }

  return {
    async encryption() {
      return { version: (await database.optional<{ version: string }>(ENCRYPTION))?.version };
    },
    sealedSamples: () =>
      sampled<Uint8Array>(SEALED, (column) => `substring(${column} from 1 for ${HEAD_BYTES})`),
    clearSamples: () => sampled<string>(CLEAR, (column) => `${column}::text`),
    swept: () => database.query(SWEPT),
    async exposedCertificates(customerId, { since, until }, max) {
      const rows = await database.query<
        Omit<ExposedCertificate, "loggedSha256"> & { readonly loggedSha256: string | null }
      >(EXPOSED, [customerId, since, until, max]);
      return rows.map(({ loggedSha256, ...row }) => ({
        ...row,
        loggedSha256: loggedSha256 ?? undefined,
      }));
    },
    async *issuedCertificates(customerId, { since, until }) {
      let last: IssuedRow | undefined;
      do {
        const after = [last?.micros ?? null, last?.requestId ?? null];
        const values = [customerId, since, until, ...after];
        const rows: readonly IssuedRow[] = await database.query(ISSUED, values);
        yield rows;
        last = rows.length === PAGE_ROWS ? rows.at(-1) : undefined;
      } while (last !== undefined);
    },
    async certificates(customerId, since) {
      const [row] = await database.query<CertificateRow>(CERTIFICATES, [customerId, since]);
      if (row === undefined) throw new Error("An aggregate returned no row");
      const { oldestPending, oldestUnproven, ...counts } = row;
      return {
        ...counts,
        oldestPending: oldestPending ?? undefined,
        oldestUnproven: oldestUnproven ?? undefined,
      };
    },
  };
}

/** Returns the share of a table's pages to read. PostgreSQL knows no size of a new table. */
function percentOf(pages: number): number {
  return pages <= SAMPLE_PAGES ? 100 : Math.max(0.0001, (100 * SAMPLE_PAGES) / pages);
}
