import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * Returns a function that formats the CPU time used since `before`, for example ", CPU: 12.3 s".
 * Without /proc, that function returns an empty string.
 */
export function startCpuTime(before = cpuSeconds()) {
  return () => {
    const used = cpuSeconds() - before;
    return Number.isNaN(used) ? "" : `, CPU: ${used.toFixed(1)} s`;
  };
}

/** Returns the CPU seconds of this process and its terminated descendants, or NaN without /proc. */
function cpuSeconds() {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // proc(5): utime, stime, cutime and cstime are fields 14 to 17. Field 2 may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
