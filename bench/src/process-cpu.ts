import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** User and system time of all its threads: proc(5), `stat`, fields 14 and 15. */
export function processCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

const ticksPerSecond = readTicksPerSecond();

function readTicksPerSecond(): number {
  try {
    return Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  } catch {
    return 100;
  }
}

/** Sums up all processes of that name (proc(5), `comm`); 0 without /proc. */
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
