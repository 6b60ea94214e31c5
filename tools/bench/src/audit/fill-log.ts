import { createHash } from "node:crypto";
import type { AuditQuery } from "@veil/contracts/audit-query";
import { Client } from "pg";

/** So many events are stored in one transaction. */
const CHUNK = 1_000_000;
const ORGANIZATIONS = 200;
const CUSTOMERS = 1_000;
const DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
/** All types of events that a call causes, and a rare type. */
const TYPES = [
  "PROXY_TOKEN_GENERATED",
  "PROXY_SANITIZER_APPLIED",
  "PROXY_INFERENCE_SUBMITTED",
  "PROXY_INFERENCE_COMPLETED",
];
const RARE_TYPE = "KEY_ISSUED";

/**
 * Half of the events belong to one organization and one of its customers, one in ten thousand has
 * the rare type. The hashes form no chain, because
 * this log is only for measurements.
 */
const FILL = `
insert into audit.events (seq, event_id, occurred_at, event_type, actor, scope, subject, request_id,
  payload, canonical, prev_hash, hash)
select n, gen_random_uuid(), now() - ($1 - n) * interval '${DAYS} days' / $1, event_type, actor,
  scope, subject, 'req_' || md5(n::text), payload,
  '"' || repeat('x', 498) || '"', decode(repeat('00', 32), 'hex'), sha256(int8send(n))
from generate_series($3::bigint, $4::bigint) n,
lateral (select
  case when n % 10000 = 0 then '${RARE_TYPE}'
    else ($2::text[])[1 + n % ${TYPES.length}] end as event_type,
  case when n % 2 = 0 then 0 else n / 2 % ${CUSTOMERS} end as customer,
  jsonb_build_object('job_id', 'job_' || md5(n::text), 'model', 'sim-1', 'stop_reason', 'end_turn',
    'input_tokens', '812', 'output_tokens', '214', 'latency_ms', '1432') as payload) one,
lateral (select
  encode(sha256(convert_to('scope' || customer % ${ORGANIZATIONS}, 'UTF8')), 'hex') as scope,
  encode(sha256(convert_to('subject' || customer, 'UTF8')), 'hex') as subject,
  case when n % 4 < 2 then 'cus_' || md5(customer::text)
    else 'token:' || encode(sha256(int8send(n)), 'hex') end as actor) ids`;

const MOVE_HEAD = "update audit.head set seq = $1, hash = sha256(int8send($1::bigint))";

/** Fills the log with a number of events, as the server's administrator. */
export async function fillLog(adminUrl: string, events: number): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let from = 1; from <= events; from += CHUNK)
      await client.query(FILL, [events, TYPES, from, Math.min(from + CHUNK - 1, events)]);
    await client.query(MOVE_HEAD, [events]);
    await client.query("vacuum analyze audit.events");
  } finally {
    await client.end();
  }
}

export type QueryKind = keyof typeof QUERIES;

/** Returns the query with a number. The second parameter is how many events the log has. */
type QueryOf = (number: number, events: number) => AuditQuery;

const idOf = (kind: "scope" | "subject", number: number) =>
  createHash("sha256").update(`${kind}${number}`).digest("hex");

function window(days: number): Pick<AuditQuery, "since" | "until" | "limit"> {
  const now = Date.now();
  const since = new Date(now - days * DAY_MS).toISOString();
  return { since, until: new Date(now).toISOString(), limit: 250 };
}

const QUERIES = {
  organization_7_days: (number) => ({
    ...{ by: "scope", owner: idOf("scope", number % ORGANIZATIONS) },
    ...window(7),
  }),
  large_organization_90_days: () => ({ by: "scope", owner: idOf("scope", 0), ...window(90) }),
  rare_type_of_large_organization: () => ({
    ...{ by: "scope", owner: idOf("scope", 0), event_type: RARE_TYPE },
    ...window(90),
  }),
  customer_30_days: (number) => ({
    ...{ by: "subject", owner: idOf("subject", number % CUSTOMERS) },
    ...window(30),
  }),
  large_customer_deep_page: (number, events) => ({
    ...{ by: "subject", owner: idOf("subject", 0) },
    ...window(90),
    before: {
      occurred_at: new Date(Date.now() - (1 + (number % 80)) * DAY_MS).toISOString(),
      seq: events,
    },
  }),
  no_such_owner: (number) => ({
    by: "subject",
    owner: idOf("subject", -1 - number),
    ...window(90),
  }),
} as const satisfies Readonly<Record<string, QueryOf>>;

export const LOGGED_QUERIES = Object.entries(QUERIES).map(([kind, queryOf]) => ({
  kind: kind as QueryKind,
  queryOf: queryOf as QueryOf,
}));
