const MEGABYTE = 1_000_000;
/** Of CPU time: what a recogniser may take for a megabyte, whatever stands in it. */
const MEGABYTE_MS = 1_000;
const TRIES = 6;

/** CPU time of this process while `work` runs, in milliseconds: what others do on the machine does not count. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * The least CPU time of several tries, in milliseconds, or the first that is under `enoughMs`. Code that is not
 * compiled yet, a collection of garbage and others in the processor's caches fall into some tries; what is slow by
 * itself is slow every time.
 */
export function leastCpuMsOf(work: () => unknown, enoughMs: number): number {
  let least = cpuMsOf(work);
  for (let tries = 1; tries < TRIES && least >= enoughMs; tries += 1)
    least = Math.min(least, cpuMsOf(work));
  return least;
}

/**
 * Fails unless what `prepare` makes of a megabyte of `unit`, over and over, runs in less than a second of CPU time.
 * An eighth of it goes first: what is quadratic takes minutes for the whole.
 *
 * @throws Error that says which unit takes how long.
 */
export function expectFastMegabyte(unit: string, prepare: (text: string) => () => unknown): void {
  for (const length of [MEGABYTE / 8, MEGABYTE]) {
    const ms = leastCpuMsOf(prepare(unit.repeat(length / unit.length)), MEGABYTE_MS);
    if (ms >= MEGABYTE_MS)
      throw new Error(`${JSON.stringify(unit)}: ${Math.round(ms)} ms for ${length} code units`);
  }
}
