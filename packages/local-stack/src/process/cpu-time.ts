import { readFileSync } from "node:fs";

/** Fields 14 and 15 of `/proc/<pid>/stat` (proc(5)), counted from the third, which follows on the name in brackets. */
const USER = 11;
const SYSTEM = 12;

/** How much a process has worked, in the clock ticks of its system; undefined where there is no /proc, or no process. */
export function cpuTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[USER]) + Number(fields[SYSTEM]);
  } catch {
    return undefined;
  }
}
