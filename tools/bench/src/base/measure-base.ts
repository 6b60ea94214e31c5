import { setTimeout } from "node:timers/promises";
import type { Stack } from "@veil/local-stack";
import { type LoadTarget, loadTimes } from "../pipeline/load.ts";
import { residentMegabytes } from "../pipeline/memory.ts";
import { inRounds, type Rounds } from "../rounds.ts";
import { openProbe, type StackProbe } from "../veil/stack-probe.ts";
import { CALLS, type CallName, openCalls } from "./open-calls.ts";

/** Values for this checkout and for the other one. */
export type ByCheckout<T> = Readonly<Record<"ours" | "base", T>>;

/** What one kind of call cost in one round. */
export interface Cost {
  /** CPU time per call of all services and of PostgreSQL, until each certificate has evidence. */
  readonly cpuMs: number;
  readonly perSecond: number;
  /** The duration in milliseconds of each call. */
  readonly times: readonly number[];
}

export type BaseRound = Readonly<Record<CallName, ByCheckout<Cost>>>;

export interface BaseMeasurement {
  readonly rounds: readonly BaseRound[];
  /** Resident memory of the six services after the rounds, in megabytes. */
  readonly memoryMb: ByCheckout<number>;
}

interface Measured {
  readonly stack: Stack;
  readonly probe: StackProbe;
  readonly calls: Readonly<Record<CallName, LoadTarget>>;
}
type Both = ByCheckout<Measured>;

const CONCURRENCY = 32;
/** The JIT compilers have settled after these calls of each kind to each checkout. */
const WARM_UP = { repeats: 10, calls: 500 } as const;
const REPEATS = 4;
const CALLS_AT_A_TIME = 200;
const IDLE_MS = 10_000;
/** Idle processes collect garbage for some time after the load. */
const BEFORE_IDLE_MS = 20_000;
const POLL_MS = 100;
/** Longer than the collection of evidence takes, which begins every five seconds. */
const AFTERWARDS_MS = 9_000;

/** Measures calls through two stacks in turn. */
export async function measureBase(
  stacks: ByCheckout<Stack>,
  options: Rounds,
): Promise<BaseMeasurement> {
  const both = { ours: await open(stacks.ours), base: await open(stacks.base) };
  await warmUp(both, options);
  const idle = await idleRate(both);
  const rounds = await inRounds(options, "base", async (round) => {
    const costs: [CallName, ByCheckout<Cost>][] = [];
    for (const name of CALLS) {
      await stacks.ours.simulator?.clear();
      costs.push([name, await measureCall(both, { name, idle, baseFirst: round % 2 === 0 })]);
    }
    return Object.fromEntries(costs) as BaseRound;
  });
  const memoryMb = { ours: memoryOf(stacks.ours), base: memoryOf(stacks.base) };
  for (const { probe, calls } of [both.ours, both.base]) {
    await probe.close();
    for (const target of Object.values(calls)) await target.close();
  }
  return { rounds, memoryMb };
}

/** The stacks take short turns, because code that is not used for a while is discarded. */
async function warmUp(both: Both, { onProgress }: Rounds): Promise<void> {
  for (const name of CALLS) {
    onProgress(`warming up: ${name}`);
    for (let repeat = 0; repeat < WARM_UP.repeats; repeat++)
      for (const { calls } of [both.ours, both.base])
        await loadTimes(calls[name], CONCURRENCY, WARM_UP.calls);
  }
}

async function open(stack: Stack): Promise<Measured> {
  return { stack, probe: await openProbe(stack), calls: await openCalls(stack) };
}

/** Returns the CPU time per millisecond of an idle stack, as the mean of both. */
async function idleRate(both: Both): Promise<number> {
  await settle(both);
  await setTimeout(BEFORE_IDLE_MS);
  const [before, startedAt] = [clocks(both), performance.now()];
  await setTimeout(IDLE_MS);
  const after = clocks(both);
  const used = after.ours - before.ours + after.base - before.base;
  return used / 2 / (performance.now() - startedAt);
}

interface Measuring {
  readonly name: CallName;
  readonly idle: number;
  readonly baseFirst: boolean;
}

async function measureCall(
  both: Both,
  { name, idle, baseFirst }: Measuring,
): Promise<ByCheckout<Cost>> {
  const order = baseFirst ? (["base", "ours"] as const) : (["ours", "base"] as const);
  const times: ByCheckout<number[]> = { ours: [], base: [] };
  const busyMs = { ours: 0, base: 0 };
  const [before, startedAt] = [clocks(both), performance.now()];
  for (let time = 0; time < REPEATS; time++)
    for (const checkout of order) {
      const startedAtMs = performance.now();
      const target = both[checkout].calls[name];
      const timed = { ...target, once: async () => recorded(times[checkout], await target.once()) };
      await loadTimes(timed, CONCURRENCY, CALLS_AT_A_TIME);
      busyMs[checkout] += performance.now() - startedAtMs;
    }
  await settle(both);
  const after = clocks(both);
  const idleMs = idle * (performance.now() - startedAt);
  const cost = (checkout: keyof Both): Cost => ({
    cpuMs: (after[checkout] - before[checkout] - idleMs) / (REPEATS * CALLS_AT_A_TIME),
    perSecond: (REPEATS * CALLS_AT_A_TIME * 1_000) / busyMs[checkout],
    times: times[checkout],
  });
  return { ours: cost("ours"), base: cost("base") };
}

function recorded(times: number[], time: number): number {
  times.push(time);
  return time;
}

const OUTBOX = "select min(created_at) is null as empty from event_outbox where refused_at is null";

/**
 * Waits until the events of both stacks are in the log, and the work that follows is done. It reads
 * only what all versions have, because the other checkout may store certificates differently.
 */
async function settle({ ours, base }: Both): Promise<void> {
  for (const { probe } of [ours, base]) {
    const isEmpty = async () =>
      (await probe.database.query<{ empty: boolean }>(OUTBOX)).rows[0]?.empty === true;
    while (!(await isEmpty())) await setTimeout(POLL_MS);
  }
  await setTimeout(AFTERWARDS_MS);
}

/** Returns the CPU time of each stack since the start of its processes. */
function clocks({ ours, base }: Both): ByCheckout<number> {
  const total = ({ probe }: Measured) => [...probe.cpu().values()].reduce((sum, ms) => sum + ms, 0);
  return { ours: total(ours), base: total(base) };
}

/** The processes of a stack that are not our services. */
const OTHERS: readonly string[] = ["postgres", "upstream-simulator", "veil-witness"];

function memoryOf(stack: Stack): number {
  const services = [...stack.pids()].filter(([name]) => !OTHERS.includes(name));
  return services.reduce((sum, [, pid]) => sum + residentMegabytes(pid), 0);
}
