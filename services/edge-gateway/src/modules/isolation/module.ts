import type { Clock } from "@veil/contracts/clock";
import type { Logger } from "@veil/telemetry";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import { createPeriodicTask, type PeriodicTask } from "../../platform/periodic-task.ts";
import type { Stores } from "../../stores.ts";
import { createHttpIsolationMonitor } from "./adapters/http-isolation-monitor.ts";
import { createHttpIsolationProbe } from "./adapters/http-isolation-probe.ts";
import { resolvePeer } from "./adapters/resolve-peer.ts";
import { createZoneReports } from "./background/zone-reports.ts";
import { combinedIsolation } from "./domain/combined-isolation.ts";
import type { IsolationMonitor, Measured, Monitor } from "./ports.ts";

interface IsolationParts {
  readonly config: GatewayConfig;
  readonly stores: Pick<Stores, "isolationReports">;
  readonly clients: Clients;
  readonly log: Logger;
  readonly nowMs: Clock;
}

const PROBE_AGAIN_MS = 1_000;
const COLLECT_MS = 2_000;

export function createIsolationModule(
  parts: IsolationParts,
  override?: IsolationMonitor,
): { readonly isolation: IsolationMonitor; readonly background: readonly PeriodicTask[] } {
  if (override !== undefined) return { isolation: override, background: [] };
  const { clients, log, nowMs } = parts;
  const { bridge, worker } = clients.clients;
  const credentials = createHttpIsolationMonitor({ bridge, worker, log, nowMs });
  const zones = createZones(parts);
  const isolation = combinedIsolation({ credentials, zones: zones?.current, nowMs });
  const background = [createProbes(parts, credentials), ...(zones === undefined ? [] : [zones])];
  return { isolation, background };
}

function createZones({ config, stores, clients, log, nowMs }: IsolationParts) {
  const { probes } = clients;
  if (probes === undefined) return undefined;
  const { bridgeUrl, workerUrl } = config.services;
  return createZoneReports({
    zones: {
      a: {
        name: "bridge-probe",
        probe: createHttpIsolationProbe(probes.bridge),
        peer: () => resolvePeer("inference-worker", workerUrl),
      },
      b: {
        name: "inference-worker-probe",
        probe: createHttpIsolationProbe(probes.worker),
        peer: () => resolvePeer("bridge", bridgeUrl),
      },
    },
    reports: stores.isolationReports,
    trust: clients.trust,
    intervalMs: COLLECT_MS,
    log,
    nowMs,
  });
}

function createProbes(
  { config, log }: IsolationParts,
  credentials: Monitor<Measured>,
): PeriodicTask {
  const onError = (error: unknown) => log.warn("isolation_probe_failed", { error });
  const options = { intervalMs: config.timing.probeIntervalMs, batchMs: PROBE_AGAIN_MS, onError };
  const loop = createPeriodicTask(options, async () => {
    const { aToB, bToA } = await credentials.probe();
    // At the start the sandboxes may not be up yet, so the next probe is soon.
    if (aToB === "unverified" || bToA === "unverified") loop.trigger();
  });
  loop.trigger();
  return loop;
}
