/** How often `work` runs within a second. */
export interface Rate {
  readonly perSecond: number;
  /** Runs per second of CPU time, which includes compilers and garbage collection. */
  readonly perCpuSecond: number;
}

/** @param cpuMs - how much CPU time to measure; other programs on the machine do not shorten it */
export function rateOf(work: () => void, cpuMs: number): Rate {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let times = 0;
  let used = 0;
  while (used < cpuMs) {
    work();
    times++;
    const { user, system } = process.cpuUsage(before);
    used = (user + system) / 1_000;
  }
  return {
    perSecond: (times * 1_000) / (performance.now() - startedAt),
    perCpuSecond: (times * 1_000) / used,
  };
}
