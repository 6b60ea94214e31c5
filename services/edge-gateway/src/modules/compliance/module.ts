import { readFileSync } from "node:fs";
import type { Clock } from "@veil/contracts/clock";
import { checkedJson } from "@veil/contracts/parsing";
import type { VeilKeysManifest } from "@veil/contracts/signer";
import { signEd25519, systemRandomBytes } from "@veil/crypto";
import { hashModels, readAccuracyReport } from "@veil/pii/accuracy";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import { Type } from "typebox";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import { coalesce } from "../../platform/batcher.ts";
import type { Clients } from "../../platform/clients.ts";
import { RETENTION_RULES } from "../../platform/postgres-retention.ts";
import type { Stores } from "../../stores.ts";
import { callerOf } from "../accounts/http.ts";
import { type CustomerAccounts, type CustomerId, deletionPlan } from "../accounts/index.ts";
import type { LogReader, OnEvents, ReadTrail } from "../audit/index.ts";
import type { Activities, CallTally, Sanitiser, SearchJobs, TextScans } from "../calls/index.ts";
import {
  type ReadCertificateDeps,
  readCertificate,
  verifyPublished,
} from "../certificates/index.ts";
import type { ListErasure } from "../entities/index.ts";
import type { IsolationMonitor } from "../isolation/index.ts";
import { createHttpProviders } from "./adapters/http-providers.ts";
import { readOperatorFiles } from "./adapters/operator-files.ts";
import { createZipPack } from "./adapters/zip-pack.ts";
import { createLogWatch, type LogWatch } from "./background/log-watch.ts";
import { createManifestWatch } from "./background/manifest-watch.ts";
import { createMaskingCanary } from "./background/masking-canary.ts";
import type { Control } from "./domain/control.ts";
import { allControls } from "./domain/controls/all-controls.ts";
import type { ServiceEncryption } from "./domain/controls/transport.ts";
import { createNewestTimeStamp, type NewestTimeStamp } from "./domain/newest-time-stamp.ts";
import { createReadPosture, type ReadPosture } from "./domain/posture.ts";
import type { Providers } from "./ports.ts";
import { readDpia, readDpiaChanges, replaceDpiaInput } from "./routes/dpia.ts";
import { createReadData } from "./routes/dsar/read-data.ts";
import {
  createSubjectRequest,
  listSubjectRequests,
  readSubjectRequest,
} from "./routes/dsar/requests.ts";
import { changeSubjectRequest } from "./routes/dsar/step.ts";
import type { SubjectRequestDeps } from "./routes/dsar/stored-request.ts";
import { readEvidencePack } from "./routes/evidence/evidence-pack.ts";
import { readAdminExposure, readExposure } from "./routes/exposure.ts";
import { posture } from "./routes/posture.ts";
import { readProcessingRecord, replaceRecordInput } from "./routes/processing-record.ts";

interface ComplianceNeeds {
  readonly config: GatewayConfig;
  readonly stores: Pick<
    Stores,
    | "complianceFigures"
    | "complianceInputs"
    | "eventOutbox"
    | "heldData"
    | "keyManifests"
    | "releaseFacts"
    | "seenCheckpoints"
    | "subjectRequests"
    | "tallies"
  >;
  readonly clients: Clients;
  readonly isolation: IsolationMonitor;
  readonly readTrail: ReadTrail;
  readonly logReader: LogReader;
  readonly currentManifest: () => Promise<VeilKeysManifest>;
  /** Undefined if no certificates are made. */
  readonly reading: ReadCertificateDeps | undefined;
  readonly sanitiser: Sanitiser;
  readonly scans: Pick<TextScans, "identifiers">;
  readonly activities: Activities;
  readonly flushTally: CallTally["flush"];
  readonly accounts: CustomerAccounts;
  readonly lists: ListErasure;
  readonly searchJobs: SearchJobs;
  readonly deleteJob: SubjectRequestDeps["deleteJob"];
  /** Called after audit events were stored. */
  readonly onEvents: OnEvents;
  readonly metrics: Metrics;
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
const DAY_MS = 24 * 60 * 60_000;

const parsePackage = checkedJson(Type.Object({ version: Type.String() }));

export function createComplianceModule(needs: ComplianceNeeds): ComplianceModule {
  const { log, nowMs } = needs;
  const tasks = createTasks(needs);
  const sharedMs = Math.min(SHARED_MS, needs.config.complianceIntervalMs);
  const worker = needs.clients.clients.worker;
  const shared = { sharedMs, providers: coalesce(sharedMs, createHttpProviders(worker)) };
  const readPosture = createReadPosture({
    controls: createControls(needs, tasks, shared),
    release: ownVersion(),
    onFailed: (component, error) => log.warn("control_not_measured", { component, error }),
    nowMs,
  });
  return {
    serves: {
      readPosture: posture({ readPosture, customerOf: callerOf }),
      ...createDocuments(needs, { readPosture, tasks, providers: shared.providers }),
      ...createSubjectRequests(needs),
    },
    start() {
      for (const task of Object.values(tasks)) task.start();
    },
    async stop() {
      for (const task of Object.values(tasks)) await task.stop();
    },
  };
}

/** Creates the handlers of data subjects' requests. */
function createSubjectRequests(needs: ComplianceNeeds): ServedOperations {
  const { config, stores, accounts, lists, searchJobs, deleteJob, onEvents, nowMs } = needs;
  const { subjectRequests: requests } = stores;
  const inputSealing = config.dataKeys.sealing("compliance");
  const deps: SubjectRequestDeps = {
    ...{ requests, lists, searchJobs, deleteJob, onEvents, nowMs, inputSealing, deletionPlan },
    customerOf: callerOf,
    deleteCustomer: accounts.deleteCustomer,
    dataOf: createReadData({ ...stores, ...accounts, inputSealing }),
    random: systemRandomBytes,
  };
  return {
    createSubjectRequest: createSubjectRequest(deps),
    listSubjectRequests: listSubjectRequests(deps),
    readSubjectRequest: readSubjectRequest(deps),
    changeSubjectRequest: changeSubjectRequest(deps),
  };
}

interface DocumentNeeds {
  readonly readPosture: ReadPosture;
  readonly providers: Providers;
  readonly tasks: ReturnType<typeof createTasks>;
}

/** Creates the handlers of the documents that are made from counts. */
function createDocuments(
  needs: ComplianceNeeds,
  { readPosture, providers, tasks }: DocumentNeeds,
): ServedOperations {
  const { config, stores, activities, flushTally, onEvents, nowMs } = needs;
  const { tallies, complianceFigures: figures, complianceInputs: inputs } = stores;
  const common = { customerOf: callerOf, tallies, flushTally, figures, nowMs };
  const record = {
    ...{ ...common, readPosture, activities, inputs, providers, onEvents },
    ...{ inputSealing: config.dataKeys.sealing("compliance"), regions: config.providerRegions },
  };
  const { releaseFacts } = stores;
  const accuracy = readAccuracyReport();
  const assessment = { ...record, releaseFacts, accuracy: accuracy.report };
  const pack = { ...assessment, accuracy, ...evidenceNeeds(needs), logWatch: tasks.logWatch };
  return {
    readProcessingRecord: readProcessingRecord(record),
    replaceRecordInput: replaceRecordInput(record),
    readDpia: readDpia(assessment),
    replaceDpiaInput: replaceDpiaInput(assessment),
    readDpiaChanges: readDpiaChanges(assessment),
    readEvidencePack: readEvidencePack(pack),
    readExposure: readExposure(common),
    adminReadExposure: readAdminExposure(common),
  };
}

/** Returns what an evidence pack needs besides the documents that it contains. */
function evidenceNeeds(needs: ComplianceNeeds) {
  const { config, stores, clients, currentManifest, isolation, logReader, reading, log } = needs;
  return {
    ...{ currentManifest, isolation, logReader, log, certified: config.release },
    signer() {
      const { keyId, key } = clients.keys.signing("evidence");
      return { keyId, sign: (bytes: Uint8Array) => signEd25519(key, bytes) };
    },
    operatorFiles: async () => await readOperatorFiles(config.evidenceDir),
    certificateOf: async (customerId: CustomerId, requestId: string) =>
      reading && (await readCertificate(reading, requestId, { customerId })),
    createWriter: createZipPack,
    ...{ eventOutbox: stores.eventOutbox, keyManifests: stores.keyManifests },
  };
}

function createTasks(needs: ComplianceNeeds) {
  const { config, stores, currentManifest, sanitiser, logReader, metrics, log, nowMs } = needs;
  const intervalMs = config.complianceIntervalMs;
  const common = { intervalMs, startDelayMs: START_DELAY_MS, log, nowMs };
  return {
    canary: createMaskingCanary({ ...common, sanitiser, metrics, random: systemRandomBytes }),
    manifestWatch: createManifestWatch({
      ...{ ...common, manifest: currentManifest, verify: verifyPublished },
      manifests: stores.keyManifests,
    }),
    logWatch: createLogWatch({
      ...common,
      reader: logReader,
      seen: stores.seenCheckpoints,
      logKeys: logKeysOf(needs.clients),
      witnesses: config.witnessKeys,
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
  { sharedMs, providers }: { readonly sharedMs: number; readonly providers: Providers },
): readonly Control[] {
  const { config, stores, isolation, readTrail, currentManifest } = needs;
  const now = () => new Date(needs.nowMs());
  const figures = stores.complianceFigures;
  const accuracy = readAccuracyReport();
  return allControls({
    isolation: { isolation, hasProbes: config.probes !== undefined },
    transport: transportOf(needs, now),
    providers: { providers, regions: config.providerRegions, now },
    masking: {
      canary: canary.last,
      accuracy: accuracy.report,
      accuracySha256: accuracy.sha256,
      models: coalesce(DAY_MS, hashModels),
    },
    storage: {
      sealedSamples: coalesce(sharedMs, figures.sealedSamples),
      clearSamples: coalesce(sharedMs, figures.clearSamples),
      identifiers: needs.scans.identifiers,
      now,
    },
    auditLog: {
      ...{ watched: logWatch.last, witnesses: config.witnessKeys, now },
      timeStamp: timeStampOf(needs, logWatch.last, sharedMs),
    },
    certificates: { enabled: config.veilEnabled, certificates: figures.certificates, now },
    keys: { manifest: currentManifest, verify: verifyPublished, now },
    retention: { swept: coalesce(sharedMs, figures.swept), rules: RETENTION_RULES },
    operators: { readTrail, now },
  });
}

function timeStampOf(
  { config, logReader: reader, clients }: ComplianceNeeds,
  watched: LogWatch["last"],
  sharedMs: number,
): NewestTimeStamp | undefined {
  const { timeStampAuthorities: authorities } = config;
  if (authorities.length === 0) return undefined;
  const logKeys = logKeysOf(clients);
  return coalesce(sharedMs, createNewestTimeStamp({ reader, watched, logKeys, authorities }));
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
  return parsePackage(readFileSync(new URL("../../../package.json", import.meta.url))).version;
}
