import type { Stack } from "@veil/local-stack";
import { CALLS, type CallName, openCalls } from "../base/open-calls.ts";
import { type LoadTarget, loadTimes } from "../pipeline/load.ts";
import { residentMegabytes } from "../pipeline/memory.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { type CpuMs, cpuFor, openProbe, type StackProbe } from "../veil/stack-probe.ts";

/** What one call of a kind used, as the mean over many calls. */
export interface CallUse {
  /** Milliseconds of CPU time of each process until the certificates have evidence. */
  readonly cpu: CpuMs;
  readonly perSecond: number;
  readonly walBytes: number;
  /** How much the tables and indexes of both databases grew. */
  readonly storedBytes: number;
}

export interface Sizing {
  readonly rounds: readonly Readonly<Record<CallName, CallUse>>[];
  /** Resident memory of each process after the rounds, in megabytes. */
  readonly memoryMb: ReadonlyMap<string, number>;
  /** Open connections to PostgreSQL, by database user. */
  readonly connections: ReadonlyMap<string, number>;
}

const CONCURRENCY = 32;
/** The number of calls after which the JIT compilers have settled. */
const WARM_UP_CALLS = 5_000;
const CALLS_A_ROUND = 2_000;

/** Measures what calls of each kind use in one stack, one replica of each service. */
export async function measureSizing(stack: Stack, options: Rounds): Promise<Sizing> {
  const probe = await openProbe(stack);
  const calls = await openCalls(stack);
  try {
    for (const name of CALLS) {
      options.onProgress(`warming up: ${name}`);
      await loadTimes(calls[name], CONCURRENCY, WARM_UP_CALLS);
    }
    const rounds = await inRounds(options, "sizing", async () => {
      const used: [CallName, CallUse][] = [];
      for (const name of CALLS) used.push([name, await measureUse(probe, calls[name])]);
      return Object.fromEntries(used) as Record<CallName, CallUse>;
    });
    const memory = [...stack.pids()].map(([name, pid]) => [name, residentMegabytes(pid)] as const);
    return { rounds, memoryMb: new Map(memory), connections: await connectionsOf(probe) };
  } finally {
    await probe.close();
    for (const target of Object.values(calls)) await target.close();
  }
}

async function measureUse(probe: StackProbe, target: LoadTarget): Promise<CallUse> {
  let busyMs = 0;
  const before = await storageOf(probe);
  const cpu = await cpuFor(probe, CALLS_A_ROUND, {
    async work() {
      const startedAtMs = performance.now();
      await loadTimes(target, CONCURRENCY, CALLS_A_ROUND);
      busyMs = performance.now() - startedAtMs;
    },
  });
  const after = await storageOf(probe);
  return {
    cpu,
    perSecond: (CALLS_A_ROUND * 1_000) / busyMs,
    walBytes: (after.wal - before.wal) / CALLS_A_ROUND,
    storedBytes: (after.stored - before.stored) / CALLS_A_ROUND,
  };
}

const STORAGE = `
select (pg_current_wal_lsn() - '0/0')::float8 as wal,
  (select sum(pg_database_size(oid))::float8 from pg_database) as stored`;

async function storageOf({ database }: StackProbe): Promise<{ wal: number; stored: number }> {
  const { rows } = await database.query<{ wal: number; stored: number }>(STORAGE);
  return { wal: rows[0]?.wal ?? 0, stored: rows[0]?.stored ?? 0 };
}

const CONNECTIONS = `
select usename as name, count(*)::int4 as open from pg_stat_activity
where backend_type = 'client backend' and pid <> pg_backend_pid() group by usename`;

async function connectionsOf({ database }: StackProbe): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; open: number }>(CONNECTIONS);
  return new Map(rows.map(({ name, open }) => [name, open]));
}
