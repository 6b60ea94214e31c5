import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * Returns the user and system time of all threads of a process. @throws Error when the process does
 * not exist
 */
export function processCpuMs(pid: number): number {
  const stat = statOf(pid);
  if (stat === undefined) throw new Error(`/proc has no process ${pid}`);
  return msOf([stat.ownTicks]);
}

/**
 * Returns the CPU time of a process and its children, including children that have ended and were
 * waited for.
 */
export function familyCpuMs(pid: number): number {
  const family = allStats().filter((stat) => stat.pid === pid || stat.parent === pid);
  return msOf(family.flatMap(({ ownTicks, endedTicks }) => [ownTicks, endedTicks]));
}

/** Returns the CPU time of all processes with that name, or 0 without /proc. */
export function programCpuMs(program: string): number {
  const running = allStats().filter(({ name }) => name === program);
  return msOf(running.map(({ ownTicks }) => ownTicks));
}

export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

/** Returns the CPU time of this process since its start. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

interface ProcessStat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly ownTicks: number;
  /** The ticks of children that have ended and were waited for. */
  readonly endedTicks: number;
}

/**
 * Reads field 4 and fields 14 to 17 of `stat` (see proc(5)). Field 3 follows the name in
 * parentheses.
 */
function statOf(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [start, end] = [stat.indexOf("("), stat.lastIndexOf(")")];
    const fields = stat.slice(end + 2).split(" ");
    const sumOf = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
    const name = stat.slice(start + 1, end);
    return { pid, name, parent: Number(fields[1]), ownTicks: sumOf(11), endedTicks: sumOf(13) };
  } catch {
    // The process has ended.
    return undefined;
  }
}

function allStats(): readonly ProcessStat[] {
  if (!existsSync("/proc/self/stat")) return [];
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => statOf(Number(pid))).filter((stat) => stat !== undefined);
}

const ticksPerSecond = readTicksPerSecond();

function msOf(ticks: readonly number[]): number {
  return (ticks.reduce((sum, one) => sum + one, 0) * 1_000) / ticksPerSecond;
}

function readTicksPerSecond(): number {
  try {
    return Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  } catch {
    return 100;
  }
}
