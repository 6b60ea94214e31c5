import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Returns the user and system time of all threads: proc(5), `stat`, fields 14 and 15. */
export function processCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/**
 * Returns the time of a process and its children, including those that have ended and were waited
 * for: fields 4, and 14 to 17.
 */
export function familyCpuMs(pid: number): number {
  const ticks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name))
    .filter((fields) => Number(fields[0]) === pid || Number(fields[PARENT]) === pid)
    .flatMap((fields) => fields.slice(FIRST_TIME, FIRST_TIME + TIMES));
  return (ticks.reduce((sum, field) => sum + Number(field), 0) * 1000) / ticksPerSecond;
}

export function parentOf(pid: number): number {
  return Number(statOf(String(pid))[PARENT]);
}

/** Indexes into the result of `statOf`. */
const PARENT = 2;
const FIRST_TIME = 12;
const TIMES = 4;

/** Returns the process id and the fields after the name; an empty list after its end. */
function statOf(pid: string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return [pid, ...stat.slice(stat.lastIndexOf(")") + 2).split(" ")];
  } catch {
    return [];
  }
}

const ticksPerSecond = readTicksPerSecond();

function readTicksPerSecond(): number {
  try {
    return Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  } catch {
    return 100;
  }
}

/** Sums up all processes with that name (proc(5), `comm`). Returns 0 without /proc. */
export function programCpuMs(program: string): number {
  if (!existsSync("/proc/self/stat")) return 0;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => sum + cpuMsIfOf(program, pid), 0);
}

function cpuMsIfOf(program: string, pid: string): number {
  try {
    const name = readFileSync(`/proc/${pid}/comm`, "utf8").trim();
    return name === program ? processCpuMs(Number(pid)) : 0;
  } catch {
    return 0;
  }
}
