import type { Clock } from "@veil/contracts/clock";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { GatewayConfig } from "../../config.ts";
import type { Clients } from "../../platform/clients.ts";
import { createPeriodicTask, type PeriodicTask } from "../../platform/periodic-task.ts";
import {
  createHttpIsolationMonitor,
  createHttpIsolationProbe,
  resolvePeer,
} from "./adapters/http-isolation-monitor.ts";
import { registerIsolationMetrics } from "./adapters/isolation-metrics.ts";
import { createZoneReports } from "./background/zone-reports.ts";
import {
  combinedIsolation,
  invariantReport,
  operatorInvariantReport,
} from "./domain/combined-isolation.ts";
import type { IsolationMonitor, IsolationReports, Measured, Monitor } from "./ports.ts";

interface IsolationNeeds {
  readonly config: GatewayConfig;
  readonly reports: IsolationReports;
  readonly clients: Clients;
  /** Used instead of the probes if set. */
  readonly override: IsolationMonitor | undefined;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface IsolationModule {
  readonly isolation: IsolationMonitor;
  /**
   * `report` and `operatorReport` return the content of `/invariant` for everyone and for
   * operators.
   */
  readonly report: () => Promise<object>;
  readonly operatorReport: () => Promise<object>;
  start(): void;
  stop(): Promise<void>;
}

const PROBE_AGAIN_MS = 1_000;
const COLLECT_MS = 2_000;

export function createIsolationModule(needs: IsolationNeeds): IsolationModule {
  const { isolation, loops } = createMonitor(needs);
  registerIsolationMetrics({ ...needs, current: isolation.current });
  return {
    isolation,
    report: async () => invariantReport(await isolation.probe()),
    operatorReport: async () => operatorInvariantReport(await isolation.probe()),
    start() {
      for (const loop of loops) loop.start();
    },
    async stop() {
      for (const loop of loops) await loop.stop();
    },
  };
}

function createMonitor(needs: IsolationNeeds) {
  const { clients, override, log, nowMs } = needs;
  if (override !== undefined) return { isolation: override, loops: [] };
  const { bridge, worker } = clients.clients;
  const credentials = createHttpIsolationMonitor({ bridge, worker, log, nowMs });
  const zones = createZones(needs);
  const isolation = combinedIsolation({ credentials, zones: zones?.current, nowMs });
  const probes = createProbes(needs, credentials);
  return { isolation, loops: zones === undefined ? [probes] : [probes, zones] };
}

function createZones({ config, reports, clients, log, nowMs }: IsolationNeeds) {
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
    reports,
    trust: clients.trust,
    intervalMs: COLLECT_MS,
    log,
    nowMs,
  });
}

function createProbes(
  { config, log }: IsolationNeeds,
  credentials: Monitor<Measured>,
): PeriodicTask {
  const onError = (error: unknown) => log.warn("isolation_probe_failed", { error });
  const options = { intervalMs: config.timing.probeIntervalMs, batchMs: PROBE_AGAIN_MS, onError };
  const loop = createPeriodicTask(options, async () => {
    const { aToB, bToA } = await credentials.probe();
    // At the start the sandboxes may not be up yet, so the next probe runs soon.
    if (aToB === "unverified" || bToA === "unverified") loop.trigger();
  });
  loop.trigger();
  return loop;
}
