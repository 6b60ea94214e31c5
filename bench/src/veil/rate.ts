/** How often `work` runs within a second. */
export interface Rate {
  readonly perSecond: number;
  /** Of CPU time of this process, compilers and garbage collection too. */
  readonly perCpuSecond: number;
}

export function rateOf(work: () => void, durationMs: number): Rate {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let times = 0;
  while (performance.now() - startedAt < durationMs) {
    work();
    times++;
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (times * 1_000) / (performance.now() - startedAt),
    perCpuSecond: (times * 1_000_000) / (user + system),
  };
}
