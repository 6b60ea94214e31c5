import type { Stack } from "@veil/local-stack";
import { processCpuMs, programCpuMs } from "../process-cpu.ts";

/** Programs whose processes on this machine are all counted. */
const SERVERS: Readonly<Record<string, string>> = {
  postgresql: "postgres",
  redis: "redis-server",
  rabbitmq: "beam.smp",
};
/** Processes of the stack that are not counted because they do not handle requests. */
const NOT_COUNTED = new Set(["upstream-simulator", "postgres"]);

export type CpuTimes = ReadonlyMap<string, number>;

/** Returns CPU times since the start of each process. Works only on Linux. */
export function cpuTimesOf(stack: Stack): CpuTimes {
  const servers = Object.entries(SERVERS).map(
    ([name, program]) => [name, programCpuMs(program)] as const,
  );
  return new Map([...serviceCpuTimes(stack), ...servers]);
}

/** Returns the CPU times of each service and of the witness. */
export function serviceCpuTimes(stack: Stack): readonly (readonly [string, number])[] {
  const counted = [...stack.pids()].filter(([name]) => !NOT_COUNTED.has(name));
  return counted.map(([name, pid]) => [name, processCpuMs(pid)] as const);
}

/**
 * Returns CPU times per request. `services` is the sum for our services, and `all` includes the
 * servers.
 */
export function cpuPerRequest(before: CpuTimes, after: CpuTimes, requests: number): CpuTimes {
  const used = [...after].map(
    ([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / requests] as const,
  );
  const services = used.filter(([name]) => !(name in SERVERS));
  return new Map([...used, ["services", total(services)], ["all", total(used)]]);
}

function total(times: readonly (readonly [string, number])[]): number {
  return times.reduce((sum, [, ms]) => sum + ms, 0);
}
