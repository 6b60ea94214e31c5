import type { Context } from "../cluster/context.ts";
import { runJob } from "./gateway-commands.ts";
import { type RepeatedRuns, repeatRuns } from "./repeat-runs.ts";

/** The CronJobs that try the network from inside the sandboxes' zones. */
const ZONE_PROBES = {
  a: "veil-identity/bridge-probe",
  b: "veil-inference/inference-worker-probe",
} as const;

/** Everything is on one machine: what is to come comes at once. */
const SETTINGS = { PROBE_CONNECT_TIMEOUT_MS: "1000", PROBE_PAUSE_MS: "200" };
/** Longer than a run, shorter than what makes a report too old. */
const EVERY_MS = 60_000;

/** Both, as often as the controller of CronJobs would run them, or sooner. @throws Error with what a probe wrote */
export async function startZoneProbes(context: Context): Promise<RepeatedRuns> {
  const runs = repeatRuns(async () => {
    await Promise.all(
      Object.values(ZONE_PROBES).map((workload) => runJob(context, workload, SETTINGS)),
    );
  }, EVERY_MS);
  await runs.run();
  return runs;
}
