import { setTimeout } from "node:timers/promises";
import type { Stack } from "@veil/local-stack";
import pg from "pg";
import { serviceCpuTimes } from "../pipeline/stack-cpu.ts";
import { familyCpuMs, parentOf, programCpuMs } from "../process-cpu.ts";

/** Milliseconds of CPU time by process, each since the start of the process. */
export type CpuMs = ReadonlyMap<string, number>;

/**
 * Observes the CPU time and the backlog of one stack, as an administrator of its database server.
 */
export interface StackProbe {
  readonly database: pg.Client;
  /**
   * Measures the processes of this stack, but all Redis and RabbitMQ processes on this machine.
   * Works only on Linux.
   */
  cpu(): CpuMs;
  /** True when every certificate is decided and every event is in the log. */
  isSettled(): Promise<boolean>;
  /** Waits until the stack is settled, evidence exists, and the background work is done. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

// Reads the minimum from an index, because for "exists" the planner would read the whole table,
// which would count in the measurement.
const SETTLED = `
select (select min(created_at) from certificates where record is not null and batch_id is null) is null
  and (select min(created_at) from event_outbox where refused_at is null) is null as settled`;

const UNPROVEN = `
select (
  select min(created_at) from certificate_batches where evidence is null
) is not null as unproven`;

const POLL_MS = 100;
/** Longer than the intervals of the work that follows an event: checkpoint, tree, cosignature. */
const AFTERWARDS_MS = 2_500;
const IDLE_MS = 4_000;
const CLUSTER_SERVERS = { redis: "redis-server", rabbitmq: "beam.smp" };

export async function openProbe(stack: Stack): Promise<StackProbe> {
  const database = new pg.Client({ connectionString: stack.databases.gatewayAdminUrl });
  await database.connect();
  const postmaster = await postmasterOf(database);
  const servers = stack.profile === "cluster" ? Object.entries(CLUSTER_SERVERS) : [];

  async function isSettled(): Promise<boolean> {
    const { rows } = await database.query<{ settled: boolean }>(SETTLED);
    return rows[0]?.settled === true;
  }

  async function isProven(): Promise<boolean> {
    const { rows } = await database.query<{ unproven: boolean }>(UNPROVEN);
    return rows[0]?.unproven === false;
  }

  return {
    database,
    isSettled,
    cpu: () =>
      new Map([
        ...serviceCpuTimes(stack),
        // PostgreSQL runs its backends as child processes.
        ...(postmaster === undefined ? [] : [["postgresql", familyCpuMs(postmaster)] as const]),
        ...servers.map(([name, program]) => [name, programCpuMs(program)] as const),
      ]),
    async settle() {
      while (!((await isSettled()) && (await isProven()))) await setTimeout(POLL_MS);
      await setTimeout(AFTERWARDS_MS);
    },
    close: () => database.end(),
  };
}

/**
 * Returns the id of the PostgreSQL server's main process, or undefined when it runs on another
 * machine.
 */
async function postmasterOf(database: pg.Client): Promise<number | undefined> {
  const { rows } = await database.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid ?? 0;
  return parentOf(pid);
}

interface MeasuredWork {
  /** Runs before the measurement starts. */
  readonly prepare?: () => Promise<void>;
  readonly work: () => Promise<void>;
}

/**
 * Returns the CPU time per unit of work until the stack is settled, minus the time that idle
 * processes would use in this period.
 */
export async function cpuFor(
  probe: StackProbe,
  units: number,
  { prepare, work }: MeasuredWork,
): Promise<CpuMs> {
  await probe.settle();
  const idle = readClocks(probe);
  await setTimeout(IDLE_MS);
  const idled = readClocks(probe);
  await prepare?.();
  const begin = readClocks(probe);
  await work();
  await probe.settle();
  const end = readClocks(probe);
  const idleTimes = (end.ms - begin.ms) / (idled.ms - idle.ms);
  const used = [...end.cpu].map(([name, ms]) => {
    const before = begin.cpu.get(name) ?? 0;
    const idleMs = idleTimes * ((idled.cpu.get(name) ?? 0) - (idle.cpu.get(name) ?? 0));
    return [name, (ms - before - idleMs) / units] as const;
  });
  return new Map([...used, ["all", used.reduce((sum, [, ms]) => sum + ms, 0)]]);
}

function readClocks(probe: StackProbe) {
  return { cpu: probe.cpu(), ms: performance.now() };
}
