import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Stack } from "@veil/local-stack";
import { Client } from "pg";
import { admitFor, openStores } from "../admission/bench-admission.ts";
import { openAuditClient } from "../audit/audit-client.ts";
import { appendFor, type QueryTimes, timeQueries } from "../audit/bench-audit.ts";
import { fillLog } from "../audit/fill-log.ts";
import { withBenchStack } from "../pipeline/start-bench-stack.ts";
import { type Figure, figure } from "../report.ts";
import { ROOT } from "../repository.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { median } from "../statistics.ts";

const LARGE = { events: 10_000_000, jobs: 1_000_000 };
const SMALL = { events: LARGE.events / 10, jobs: 1 };
const PEER = "a stack with a tenth as many events and one job";
const APPEND_MS = 3_000;
const WAITING_CALLS = 64;

/** Ended jobs of the last 31 days. Those of the last two still have their answers. */
const FILL_JOBS = `
insert into jobs (job_id, customer_id, key_id, request_id, state, facts, answer, relink_map, created_at, deadline_at,
  finished_at, usage_class, usage_month)
select 'job_' || md5(n::text), $1, 'key00001', 'req_' || md5(n::text), 'completed',
  jsonb_build_object('received_at', at, 'fields_sanitised', 1, 'layers', '["patterns"]'::jsonb),
  case when at > now() - interval '48 hours' then decode(repeat('ab', 2000), 'hex') end,
  case when at > now() - interval '48 hours' then decode(repeat('cd', 300), 'hex') end,
  at, at + interval '5 minutes', at + interval '1 second', 'standard', date_trunc('month', at)
from generate_series(1, $2::int) n,
lateral (select now() - n * interval '31 days' / $2::int as at) one`;

type Measured = Awaited<ReturnType<typeof open>>;

/** Measures what grows with the log and with the stored jobs, next to a stack with less of both. */
export async function benchGrowth(options: Rounds): Promise<Figure[]> {
  return await withBenchStack({ profile: "embedded" }, async (small) =>
    withBenchStack({ profile: "embedded" }, async (large) => {
      options.onProgress(`filling a stack with ${SMALL.events} events`);
      const peer = await open(small, SMALL);
      options.onProgress(`filling a stack with ${LARGE.events} events and ${LARGE.jobs} jobs`);
      const own = await open(large, LARGE);
      try {
        await inRounds(options, "growth", async () => {
          for (const one of [own, peer]) await measure(one);
        });
        return [...figures(own, peer), ...(await sweepFigures(large))];
      } finally {
        await Promise.all([own.close(), peer.close()]);
      }
    }),
  );
}

async function open(stack: Stack, { events, jobs }: typeof LARGE) {
  const { customerId } = await stack.provision({ tier: "enterprise", managedAi: true });
  await fillLog(stack.databases.auditAdminUrl, events);
  await fillJobs(stack, customerId, jobs);
  const audit = openAuditClient(stack);
  const stores = await openStores(stack.databases.gatewayAdminUrl);
  const times: QueryTimes = new Map();
  return {
    ...{ events, customerId, audit, stores, times },
    appends: [] as number[],
    admissions: [] as number[],
    close: () => Promise.all([audit.close(), stores.close()]),
  };
}

async function fillJobs({ databases }: Stack, customerId: string, jobs: number): Promise<void> {
  const client = new Client({ connectionString: databases.gatewayAdminUrl });
  await client.connect();
  try {
    await client.query(FILL_JOBS, [customerId, jobs]);
    await client.query("vacuum analyze jobs");
  } finally {
    await client.end();
  }
}

async function measure(one: Measured): Promise<void> {
  await timeQueries(one.audit, one.events, one.times);
  one.appends.push(await appendFor(one.audit, APPEND_MS));
  one.admissions.push(await admitFor([one.stores], one.customerId, WAITING_CALLS));
}

function figures(own: Measured, peer: Measured): Figure[] {
  const queries = [...own.times].map(([kind, samples]) =>
    figure(`growth.query.${kind}_p50_ms`, median(samples), "ms", [
      PEER,
      median(peer.times.get(kind) ?? []),
    ]),
  );
  return [
    ...queries,
    figure("growth.appends_per_second", median(own.appends), "events/s", [
      PEER,
      median(peer.appends),
    ]),
    figure("growth.admissions_per_second", median(own.admissions), "jobs/s", [
      PEER,
      median(peer.admissions),
    ]),
  ];
}

/** Sweeps twice: the second time, nothing is due. */
async function sweepFigures(stack: Stack): Promise<Figure[]> {
  const first = await sweep(stack);
  const second = await sweep(stack);
  return [
    figure("growth.sweep_s", first.seconds, "s"),
    figure("growth.swept_rows", first.rows, ""),
    figure("growth.idle_sweep_s", second.seconds, "s"),
  ];
}

/** Runs the gateway's command, which prints a rule and a number of rows in each line. */
async function sweep({ databases }: Stack): Promise<{ seconds: number; rows: number }> {
  const program = path.join(ROOT, "services/edge-gateway/dist/main.js");
  const env = { PATH: process.env["PATH"], DATABASE_URL: databases.gatewayAdminUrl };
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [program, "sweep"], { env });
  const counts = [...stdout.matchAll(/ (\d+)$/gm)].map(([, count]) => Number(count));
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    rows: counts.reduce((sum, count) => sum + count, 0),
  };
}
