import type { Context } from "../cluster/context.ts";
import { runJob } from "./gateway-commands.ts";
import { type RepeatedRuns, repeatRuns } from "./repeat-runs.ts";

const ZONE_PROBES = {
  a: "veil-identity/bridge-probe",
  b: "veil-inference/inference-worker-probe",
} as const;

/** The time-outs are short because everything is on one machine. */
const SETTINGS = { PROBE_CONNECT_TIMEOUT_MS: "1000", PROBE_PAUSE_MS: "200" };
/** An interval that is longer than a run and shorter than the maximum age of a report. */
const EVERY_MS = 60_000;

/** Runs the probes once, then repeatedly in the background. @throws Error with a probe's output */
export async function startZoneProbes(context: Context): Promise<RepeatedRuns> {
  const runs = repeatRuns(async () => {
    await Promise.all(
      Object.values(ZONE_PROBES).map((workload) => runJob(context, workload, SETTINGS)),
    );
  }, EVERY_MS);
  await runs.run();
  return runs;
}
