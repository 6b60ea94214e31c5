/** CPU time of this process while `work` runs, in milliseconds: what others do on the machine does not count. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
