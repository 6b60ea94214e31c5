import type { Context } from "../cluster/context.ts";
import { runJob } from "./gateway-commands.ts";

/** The CronJobs that try the network from inside the sandboxes' zones. */
const ZONE_PROBES = {
  a: "veil-identity/bridge-probe",
  b: "veil-inference/inference-worker-probe",
} as const;

/** Everything is on one machine: what is to come comes at once. */
const SETTINGS = { PROBE_CONNECT_TIMEOUT_MS: "1000", PROBE_PAUSE_MS: "200" };
/** Longer than a run, shorter than what makes a report too old. */
const EVERY_MS = 60_000;

/** Runs both as often as the controller of CronJobs would, or sooner. */
export interface ZoneProbes {
  /** Resolves when the gateway has the reports of a run that begins now. @throws Error with what a probe wrote. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export async function startZoneProbes(context: Context): Promise<ZoneProbes> {
  let inHand: Promise<void> = Promise.resolve();
  let failure: unknown;
  const runBoth = async () => {
    await Promise.all(
      Object.values(ZONE_PROBES).map((workload) => runJob(context, workload, SETTINGS)),
    );
  };
  function run(): Promise<void> {
    const next = inHand.then(runBoth);
    inHand = next.catch((error) => {
      failure = error;
    });
    return next;
  }
  const timer = setInterval(run, EVERY_MS);
  await run();
  return {
    run,
    async stop() {
      clearInterval(timer);
      await inHand;
      if (failure !== undefined) throw failure;
    },
  };
}
