import { readFileSync } from "node:fs";
import type { Clock } from "@veil/contracts/clock";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import { systemRandomBytes } from "@veil/crypto";
import { hashModels, readAccuracyReport } from "@veil/pii/accuracy";
import type { Logger } from "@veil/service-kit/telemetry";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import { coalesce } from "../../platform/batcher.ts";
import type { Clients } from "../../platform/clients.ts";
import { RETENTION_RULES } from "../../platform/postgres-retention.ts";
import type { Stores } from "../../stores.ts";
import { callerOf } from "../accounts/http.ts";
import type { LogReader, ReadTrail } from "../audit/index.ts";
import type { Sanitiser, TextScans } from "../calls/index.ts";
import { verifyPublished } from "../certificates/index.ts";
import type { IsolationMonitor } from "../isolation/index.ts";
import { createHttpProviders } from "./adapters/http-providers.ts";
import { createLogWatch } from "./background/log-watch.ts";
import { createMaskingCanary } from "./background/masking-canary.ts";
import type { Control } from "./domain/control.ts";
import { auditLogControls } from "./domain/controls/audit-log.ts";
import { certificateControls } from "./domain/controls/certificates.ts";
import { isolationControls } from "./domain/controls/isolation.ts";
import { keyControls } from "./domain/controls/keys.ts";
import { maskingControls } from "./domain/controls/masking.ts";
import { operatorControls } from "./domain/controls/operators.ts";
import { providerControls } from "./domain/controls/providers.ts";
import { retentionControls } from "./domain/controls/retention.ts";
import { storageControls } from "./domain/controls/storage.ts";
import { type ServiceEncryption, transportControls } from "./domain/controls/transport.ts";
import { createReadPosture } from "./domain/posture.ts";
import { posture } from "./routes/posture.ts";

interface ComplianceNeeds {
  readonly config: GatewayConfig;
  readonly stores: Pick<Stores, "complianceFigures" | "seenCheckpoints">;
  readonly clients: Clients;
  readonly isolation: IsolationMonitor;
  readonly readTrail: ReadTrail;
  readonly logReader: LogReader;
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  readonly sanitiser: Sanitiser;
  readonly scans: Pick<TextScans, "identifiers">;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface ComplianceModule {
  readonly serves: ServedOperations;
  start(): void;
  stop(): Promise<void>;
}

/** How long measurements of the whole deployment are shared between customers, at most. */
const SHARED_MS = 10_000;
const START_DELAY_MS = 1_000;

export function createComplianceModule(needs: ComplianceNeeds): ComplianceModule {
  const { log, nowMs } = needs;
  const tasks = createTasks(needs);
  const readPosture = createReadPosture({
    controls: createControls(needs, tasks),
    release: ownVersion(),
    onFailed: (component, error) => log.warn("control_not_measured", { component, error }),
    nowMs,
  });
  return {
    serves: { readPosture: posture({ readPosture, customerOf: callerOf }) },
    start() {
      for (const task of Object.values(tasks)) task.start();
    },
    async stop() {
      for (const task of Object.values(tasks)) await task.stop();
    },
  };
}

function createTasks(needs: ComplianceNeeds) {
  const { config, stores, sanitiser, logReader, log, nowMs } = needs;
  const intervalMs = config.complianceIntervalMs;
  const common = { intervalMs, startDelayMs: START_DELAY_MS, log, nowMs };
  return {
    canary: createMaskingCanary({ ...common, sanitiser, random: systemRandomBytes }),
    logWatch: createLogWatch({
      ...common,
      reader: logReader,
      seen: stores.seenCheckpoints,
      logKeys: logKeysOf(needs.clients),
    }),
  };
}

/** Returns the public keys that may sign checkpoints. */
function logKeysOf({ trust }: Clients): readonly Uint8Array[] {
  return trust.keys
    .filter(({ service, purpose }) => service === "audit" && purpose === "checkpoint")
    .map(({ public_key }) => Buffer.from(public_key, "hex"));
}

function createControls(
  needs: ComplianceNeeds,
  { canary, logWatch }: ReturnType<typeof createTasks>,
): readonly Control[] {
  const { config, stores, isolation, readTrail, currentManifest } = needs;
  const now = () => new Date(needs.nowMs());
  const figures = stores.complianceFigures;
  const accuracy = readAccuracyReport();
  const sharedMs = Math.min(SHARED_MS, config.complianceIntervalMs);
  return [
    ...isolationControls({ isolation, hasProbes: config.probes !== undefined }),
    ...transportControls(transportOf(needs, now)),
    ...providerControls({
      providers: coalesce(sharedMs, createHttpProviders(needs.clients.clients.worker)),
      regions: config.providerRegions,
      now,
    }),
    ...maskingControls({
      canary: canary.last,
      accuracy: accuracy.report,
      accuracySha256: accuracy.sha256,
      models: hashModels(),
    }),
    ...storageControls({
      sealedSamples: coalesce(sharedMs, figures.sealedSamples),
      clearSamples: coalesce(sharedMs, figures.clearSamples),
      identifiers: needs.scans.identifiers,
      now,
    }),
    ...auditLogControls({ watched: logWatch.last, witnesses: config.witnessKeys }),
    ...certificateControls({
      enabled: config.veilEnabled,
      certificates: figures.certificates,
      now,
    }),
    ...keyControls({ manifest: currentManifest, verify: verifyPublished, now }),
    ...retentionControls({ swept: coalesce(sharedMs, figures.swept), rules: RETENTION_RULES }),
    ...operatorControls({ readTrail, now }),
  ];
}

function transportOf({ config, stores }: ComplianceNeeds, now: () => Date) {
  const { coordination, transport } = config;
  return {
    ownTls: config.publicTls !== undefined,
    publicUrl: config.publicBaseUrl,
    services: serviceEncryption(config),
    databaseEncryption: stores.complianceFigures.encryption,
    servers: [
      ...(transport.kind === "rabbitmq"
        ? [{ name: "broker", encrypted: transport.url.startsWith("amqps:") }]
        : []),
      ...(coordination.kind === "redis"
        ? [{ name: "counters", encrypted: coordination.url.startsWith("rediss:") }]
        : []),
    ],
    now,
  };
}

function serviceEncryption({ tls, isMeshed }: GatewayConfig): ServiceEncryption {
  if (tls !== undefined) return "mutual TLS";
  return isMeshed ? "service mesh" : "none";
}

function ownVersion(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
