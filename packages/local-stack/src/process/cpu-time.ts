import { readFileSync } from "node:fs";

/** Fields 14 and 15 of `/proc/<pid>/stat` (proc(5)), counted from the third, which follows the name in brackets. */
const USER = 11;
const SYSTEM = 12;

/** The CPU time of a process in clock ticks; undefined without /proc or without the process. */
export function cpuTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[USER]) + Number(fields[SYSTEM]);
  } catch {
    return undefined;
  }
}
