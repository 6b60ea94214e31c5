import { setTimeout as sleep } from "node:timers/promises";
import { SERVICE_NAMES } from "@veil/crypto";
import { Client } from "pg";
import type { Stack } from "../stack/stack.ts";
import { type Check, checkPromises, INFERENCE_EVENT } from "./checks.ts";
import { DEMO_EMAIL, type DemoAccess } from "./demo-access.ts";
import type { CertificateCount, Evidence, Exchange } from "./evidence.ts";
import { type DemoRequest, EXAMPLES } from "./examples.ts";

export interface Demonstration {
  readonly evidence: Evidence;
  readonly checks: readonly Check[];
}

/** The time to wait for events, certificates and their proofs, which arrive after the responses. */
const ARRIVAL_MS = 60_000;
const EVENTS_TRY_MS = 50;
/** An interval that respects the rate limit for a customer's reads. */
const CERTIFICATES_TRY_MS = 1_000;

const NEWEST = "select coalesce(max(seq), 0)::int as seq from audit.events";
const COUNTS = `
select type, count(*)::int as count from audit.events, lateral (
  values (event_type)
  union all select jsonb_path_query(canonical::jsonb, '$.preceded_by[*].event_type') #>> '{}'
) of_entry (type)
where seq > $1 group by 1 order by 1`;
const TABLES = `
select format('%I.%I', schemaname, tablename) as name from pg_tables
where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

/** Sends the letters, and checks every promise. @throws Error when a call gets no final response */
export async function runDemo(stack: Stack, access: DemoAccess): Promise<Demonstration> {
  const { auditAdminUrl } = stack.databases;
  const before = await requiredUsage(access);
  const newest = await withClient(auditAdminUrl, newestEvent);
  const exchanges: Exchange[] = [];
  for (const example of EXAMPLES) exchanges.push(await exchange(stack, access, example));
  const evidence: Evidence = {
    exchanges,
    customerId: before.customer_id,
    email: DEMO_EMAIL,
    apiKey: access.apiKey,
    usedBefore: before.used,
    usedAfter: (await requiredUsage(access)).used,
    events: await withClient(auditAdminUrl, (client) => eventsSince(client, newest)),
    certificates: await countCertificates(access, exchanges),
    stores: await collectStores(stack),
  };
  return { evidence, checks: checkPromises(evidence) };
}

async function requiredUsage(access: DemoAccess) {
  const usage = await access.usage();
  if (usage === undefined) throw new Error("The gateway does not accept the demo key");
  return usage;
}

async function exchange(
  { simulator }: Stack,
  access: DemoAccess,
  example: DemoRequest,
): Promise<Exchange> {
  await simulator?.clear();
  const unlinked = await access.ask(example, false);
  const relinked = await access.ask(example, true);
  return { example, unlinked, relinked, received: await simulator?.record() };
}

async function newestEvent(client: Client): Promise<number> {
  const { rows } = await client.query<{ seq: number }>(NEWEST);
  return rows[0]?.seq ?? 0;
}

/** Waits for the events of all calls. */
async function eventsSince(client: Client, after: number): Promise<ReadonlyMap<string, number>> {
  const deadline = Date.now() + ARRIVAL_MS;
  for (;;) {
    const { rows } = await client.query<{ type: string; count: number }>(COUNTS, [after]);
    const counts = new Map(rows.map((row) => [row.type, row.count]));
    const isComplete = (counts.get(INFERENCE_EVENT) ?? 0) >= 2 * EXAMPLES.length;
    if (isComplete || Date.now() > deadline) return counts;
    await sleep(EVENTS_TRY_MS);
  }
}

/** Waits for the certificates of all calls. */
async function countCertificates(
  access: DemoAccess,
  exchanges: readonly Exchange[],
): Promise<CertificateCount> {
  const ids = exchanges
    .flatMap(({ unlinked, relinked }) => [unlinked, relinked])
    .flatMap(({ request_id: id }) => (id === undefined ? [] : [id]));
  const deadline = Date.now() + ARRIVAL_MS;
  for (let proven = 0; ; ) {
    while (proven < ids.length && (await access.isCertified(ids[proven] ?? ""))) proven += 1;
    if (proven === ids.length || Date.now() > deadline) return { expected: ids.length, proven };
    await sleep(CERTIFICATES_TRY_MS);
  }
}

async function collectStores(stack: Stack): Promise<ReadonlyMap<string, string>> {
  const { gatewayAdminUrl, auditAdminUrl } = stack.databases;
  return new Map([
    ["the gateway's database", await withClient(gatewayAdminUrl, dump)],
    ["the audit log's database", await withClient(auditAdminUrl, dump)],
    ["the log of PostgreSQL", stack.postgresLog()],
    ...SERVICE_NAMES.map((service) => [`the log of ${service}`, stack.logs(service)] as const),
  ]);
}

async function dump(client: Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const dumps: string[] = [];
  for (const { name } of tables) {
    const sql = `select t::text as line from ${name} t`;
    const { rows } = await client.query<{ line: string }>(sql);
    dumps.push(name, ...rows.map(({ line }) => line));
  }
  return dumps.join("\n");
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
