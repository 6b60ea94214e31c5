import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * Returns a function that returns the CPU time used since, as text: ", CPU: 12.3 s", or nothing
 * where there is no /proc.
 */
export function startCpuTime(before = cpuSeconds()) {
  return () => {
    const used = cpuSeconds() - before;
    return Number.isNaN(used) ? "" : `, CPU: ${used.toFixed(1)} s`;
  };
}

/** Returns the CPU seconds of this process and its ended descendants; NaN without /proc. */
function cpuSeconds() {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    // proc(5): utime, stime, cutime and cstime are the fields 14 to 17; the second field may have blanks.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
