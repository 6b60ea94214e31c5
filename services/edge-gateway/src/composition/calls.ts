import type { AuditEvent } from "@veil/contracts/audit";
import type { Clock } from "@veil/contracts/clock";
import { deriveKey, systemRandomBytes } from "@veil/crypto";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { GatewayConfig } from "../config.ts";
import { isDatabaseGone, refusalOf } from "../http/database-refusals.ts";
import { createEventRelay } from "../modules/audit/background/event-relay.ts";
import { createJobIds } from "../modules/calls/native/admission/job-ids.ts";
import { createOpenAdmissions } from "../modules/calls/native/admission/open-admissions.ts";
import { createJobMessages } from "../modules/calls/native/delivery/job-messages.ts";
import { createJobRelay } from "../modules/calls/native/delivery/job-relay.ts";
import { createOverdueJobs } from "../modules/calls/native/delivery/overdue-jobs.ts";
import type { WakeUps } from "../modules/calls/native/ports.ts";
import { createAnswers } from "../modules/calls/native/results/answers.ts";
import { withJobCache } from "../modules/calls/native/results/job-cache.ts";
import { createMemoryWakeUps } from "../modules/calls/native/results/memory-wake-ups.ts";
import { createRedisWakeUps } from "../modules/calls/native/results/redis-wake-ups.ts";
import { handleResult, type ResultDeps } from "../modules/calls/native/results/results.ts";
import type { ProxyDeps } from "../modules/calls/native/routes/proxy-messages.ts";
import { createHttpSanitiser } from "../modules/calls/prepare/http-sanitiser.ts";
import { createMakeTokens } from "../modules/calls/prepare/http-token-service.ts";
import type { TokenService } from "../modules/calls/prepare/ports.ts";
import { SANITISER_MS_PER_KB } from "../modules/calls/prepare/sanitiser-deadline.ts";
import { createSanitiserQueue } from "../modules/calls/prepare/sanitiser-queue.ts";
import { createTokenStock } from "../modules/calls/prepare/token-stock.ts";
import { createTextScans } from "../modules/calls/scanning/create-text-scans.ts";
import type { TextScans } from "../modules/calls/scanning/text-scans.ts";
import type { ThreadedTextScans } from "../modules/calls/scanning/threaded-text-scans.ts";
import type { CallCertificates } from "../modules/certificates/index.ts";
import type { IsolationMonitor } from "../modules/isolation/ports.ts";
import { createTimedBatcher } from "../platform/timed-batcher.ts";
import { createWorkerSlots } from "../platform/worker-slots.ts";
import type { Clients } from "./clients.ts";
import type { Stores } from "./stores.ts";
import { createTransports, type Transports } from "./transports.ts";

interface CallParts {
  readonly metrics: Metrics;
  readonly config: GatewayConfig;
  readonly stores: Stores;
  readonly clients: Clients;
  readonly isolation: IsolationMonitor;
  readonly scans: ThreadedTextScans | undefined;
  readonly isValidKey: ProxyDeps["isValidKey"];
  readonly certificates: CallCertificates | undefined;
  /** Audit events on their way to the log. */
  readonly onSeen: (events: readonly AuditEvent[]) => void;
  readonly log: Logger;
  readonly nowMs: Clock;
}

/** After this time, other replicas take over the jobs of one that died. */
const LEASE_MS = 5_000;
const BATCH_MS = 250;

export function createCallsModule(parts: CallParts) {
  const { config, stores, clients, log } = parts;
  const transports = createTransports(config, clients, log);
  const wakeUps = createWakeUps(config, log);
  const eventRelay = createEventRelay({
    outbox: stores.eventOutbox,
    transport: transports.events,
    signer: { service: clients.keys.service, ...clients.keys.signing("message") },
    onSeen: parts.onSeen,
    log,
  });
  const onThreadError = (error: unknown) => log.error("text_scan_thread_failed", { error });
  const scans = parts.scans ?? createTextScans(onThreadError);
  const results = createResultDeps(parts, { wakeUps, scans, onEvents: eventRelay.trigger });
  const jobRelay = createRelay(parts, transports.jobs, wakeUps);
  const { dispatch } = jobRelay;
  const openAdmissions = createOpenAdmissions({ ...results, dispatch, leaseMs: LEASE_MS, log });
  const onError = (error: unknown) => log.warn("maps_not_dropped", { error });
  const flushed = createTimedBatcher({ batchMs: BATCH_MS, onError }, stores.dropMaps);
  const stopping = new AbortController();
  const queue = createSanitiserQueue(config.sanitiserShare);
  const tokens = createTokens(parts);
  const loops = [eventRelay, createOverdueJobs(results, log)];

  return {
    proxy: createProxyDeps(parts, {
      results,
      queue,
      tokens,
      transports,
      dispatch,
      openAdmissions,
      onFlushed: flushed.add,
      onNotRecorded: reportNotRecorded(parts),
      stopping: stopping.signal,
    }),
    scan: createScanDeps(parts, { scans, queue }),
    forgetTokens: tokens.forget,
    state: () => ({ jobs: transports.jobs.state(), wakeUps: wakeUps.state() }),
    endWaits: () => stopping.abort(),
    async start() {
      await transports.jobs.start((message) => handleResult(results, message));
      for (const loop of [jobRelay, ...loops]) loop.start();
    },
    async stop() {
      await openAdmissions.stop();
      await jobRelay.stop();
      await flushed.stop();
      for (const loop of loops) await loop.stop();
      await transports.jobs.stop();
      await transports.events.stop();
      await wakeUps.close();
      await scans.close();
    },
  };
}

function createRelay(
  { config, stores, log }: CallParts,
  transport: Transports["jobs"],
  wakeUps: WakeUps,
) {
  const slots = createWorkerSlots(config.workerShare);
  const outbox = stores.jobOutbox;
  return createJobRelay({ outbox, transport, slots, wakeUps, log, leaseMs: LEASE_MS });
}

type SanitiserQueue = ReturnType<typeof createSanitiserQueue>;

function createScanDeps(
  { config, clients }: CallParts,
  { scans, queue }: { readonly scans: TextScans; readonly queue: SanitiserQueue },
) {
  const options = { queue, timeoutMs: config.timing.scanTimeoutMs };
  const sanitiser = createHttpSanitiser(clients.clients.sanitiser, scans, options);
  return { sanitiser, scans, clockMs: () => performance.now() };
}

function createWakeUps({ coordination }: GatewayConfig, log: Logger): WakeUps {
  if (coordination.kind === "memory") return createMemoryWakeUps();
  const { url, tls } = coordination;
  return createRedisWakeUps({ url, tls, log });
}

function createResultDeps(
  { config, stores, clients, isolation, certificates, log, nowMs }: CallParts,
  shared: Pick<ResultDeps, "wakeUps" | "scans" | "onEvents">,
): ResultDeps {
  const { keys, trust } = clients;
  return {
    ...shared,
    isolation,
    certificates,
    nowMs,
    jobs: withJobCache(stores.jobs),
    messages: createJobMessages({ keys, trust }),
    answers: createAnswers(deriveKey(dataKeyOf(config), "veil/gateway/answers/v1")),
    onRejected: (error) => log.error("result_rejected", { component: "inference-worker", error }),
    onLate: (job_id, { attempts: attempt, outcome: reason, latency_ms: duration_ms }) =>
      log.warn("result_late", { job_id, attempt, reason, duration_ms }),
  };
}

interface ProxyParts {
  readonly results: ResultDeps;
  readonly queue: SanitiserQueue;
  readonly tokens: TokenService;
  readonly transports: Transports;
  readonly dispatch: ProxyDeps["dispatch"];
  readonly openAdmissions: ProxyDeps["openAdmissions"];
  readonly onFlushed: ProxyDeps["onFlushed"];
  readonly onNotRecorded: ProxyDeps["onNotRecorded"];
  readonly stopping: AbortSignal;
}

function createTokens({ config, clients, certificates }: CallParts): TokenService {
  return createTokenStock({
    makeTokens: createMakeTokens(clients.clients.bridge, {
      timeoutMs: config.timing.bridgeTimeoutMs,
      claimSeeds: certificates?.random,
    }),
    inFlight: config.sanitiserShare,
    random: systemRandomBytes,
    clock: Date.now,
  });
}

function createProxyDeps(
  { config, stores, clients, isValidKey, log }: CallParts,
  { results, queue, transports, ...running }: ProxyParts,
): ProxyDeps & Pick<ResultDeps, "isolation"> {
  const { timing } = config;
  const { sanitiser } = clients.clients;
  return {
    ...results,
    ...running,
    limits: config.limits,
    managedAiEnabled: config.managedAiEnabled,
    modelsAllowed: config.modelsAllowed,
    defaultMaxTokens: config.defaultMaxTokens,
    isValidKey,
    sanitiser: createHttpSanitiser(sanitiser, results.scans, {
      queue,
      timeoutMs: timing.sanitiserTimeoutMs,
      msPerKb: SANITISER_MS_PER_KB,
    }),
    entityLists: stores.entityLists,
    credentials: stores.credentials,
    usage: stores.usage,
    eventOutbox: stores.eventOutbox,
    refusalOf,
    isDatabaseGone,
    random: systemRandomBytes,
    leaseMs: LEASE_MS,
    jobDeadlineMs: timing.jobDeadlineMs,
    maxPromptChars: config.maxPromptChars,
    waitTimeoutMs: timing.waitTimeoutMs,
    transportState: () => transports.jobs.state(),
    jobIds: createJobIds(
      deriveKey(dataKeyOf(config), "veil/gateway/job-ids/v1"),
      systemRandomBytes,
    ),
    lookupKey: deriveKey(dataKeyOf(config), "veil/gateway/idempotency/v1"),
    bodyKey: deriveKey(dataKeyOf(config), "veil/gateway/idempotent-body/v1"),
    onUnread: (error) => log.warn("job_not_read", { error }),
    onKeyNotChecked: (error) => log.warn("key_not_checked", { error }),
    onNotRelinked: (error) => log.warn("answer_not_relinked", { error }),
  };
}

function reportNotRecorded({ metrics, log }: CallParts): ProxyDeps["onNotRecorded"] {
  const help = "Refused calls whose audit events could not be stored";
  const counter = metrics.counter("veil_refusals_not_recorded_total", help, []);
  return ({ requestId: request_id, code, error }) => {
    counter.inc();
    log.error("refusal_not_recorded", { request_id, code, error });
  };
}

function dataKeyOf({ dataKey }: GatewayConfig): Buffer {
  return Buffer.from(dataKey, "hex");
}
