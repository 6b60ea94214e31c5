import { readFileSync } from "node:fs";

/**
 * Fields 14 and 15 of `/proc/<pid>/stat` (proc(5)), counted from field 3, which follows the name in
 * parentheses.
 */
const USER = 11;
const SYSTEM = 12;

export function cpuTime(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[USER]) + Number(fields[SYSTEM]);
  } catch {
    return undefined;
  }
}
