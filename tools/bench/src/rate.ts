import { ownCpuMs } from "./process-cpu.ts";

/** How often a function runs per second. */
export interface Rate {
  readonly perSecond: number;
  /** Runs per second of CPU time, which includes compilers and garbage collection. */
  readonly perCpuSecond: number;
}

/** @param cpuMs - the CPU time to measure, which other programs on the machine do not shorten */
export function rateOf(work: () => void, cpuMs: number): Rate {
  const startedAt = performance.now();
  const before = ownCpuMs();
  let times = 0;
  let used = 0;
  while (used < cpuMs) {
    work();
    times++;
    used = ownCpuMs() - before;
  }
  return {
    perSecond: (times * 1_000) / (performance.now() - startedAt),
    perCpuSecond: (times * 1_000) / used,
  };
}
