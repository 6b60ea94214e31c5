import type { Clock } from "@veil/contracts/clock";
import { systemRandomBytes } from "@veil/crypto";
import { SILENCE_MS } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { JobTransport } from "@veil/transport/jobs";
import type { ServedOperations } from "../../api/register-operations.ts";
import type { GatewayConfig } from "../../config.ts";
import { createTimedBatcher } from "../../platform/batcher.ts";
import type { Clients } from "../../platform/clients.ts";
import { createWorkerSlots } from "../../platform/fair-queue.ts";
import type { Stores } from "../../stores.ts";
import type { OnEvents } from "../audit/index.ts";
import type { CallCertificates } from "../certificates/index.ts";
import type { IsolationMonitor } from "../isolation/index.ts";
import { type ActivityCounts, createActivityCounts } from "./activities/create-activity-counts.ts";
import type { PersonalDataScan } from "./activities/ports.ts";
import type { DirectCallDeps } from "./direct/direct-call.ts";
import { createHttpInferences } from "./direct/http-inferences.ts";
import { createOpenEnds } from "./direct/open-ends.ts";
import { createStreamEndings } from "./direct/stream-endings.ts";
import { createOpenAdmissions } from "./native/admission/open-admissions.ts";
import { createJobIds } from "./native/admission/run-native-call.ts";
import { createJobRelay } from "./native/delivery/job-relay.ts";
import type { Jobs, NativeDeps, WakeUps } from "./native/ports.ts";
import { createAnswers, createJobMessages } from "./native/results/answers.ts";
import { createMemoryWakeUps, createRedisWakeUps } from "./native/results/create-wake-ups.ts";
import { withJobCache } from "./native/results/job-cache.ts";
import { createOverdueJobs, handleResult, type ResultDeps } from "./native/results/results.ts";
import { createJobSearch, type SearchJobs } from "./native/results/search-jobs.ts";
import { deleteJob, readJob } from "./native/routes/job.ts";
import { proxyMessages } from "./native/routes/proxy-messages.ts";
import {
  createHttpSanitiser,
  createSanitiserQueue,
  SANITISER_MS_PER_KB,
} from "./prepare/http-sanitiser.ts";
import { createMakeTokens, createTokenStock } from "./prepare/http-token-service.ts";
import type { CallDeps, Sanitiser, TokenService } from "./prepare/ports.ts";
import { createTextScans, type ThreadedTextScans } from "./scanning/create-text-scans.ts";
import type { TextScans } from "./scanning/text-scans.ts";

interface CallsNeeds {
  readonly config: GatewayConfig;
  readonly stores: Stores;
  readonly clients: Clients;
  readonly transport: JobTransport;
  readonly isolation: IsolationMonitor;
  /** Used instead of the scan threads if set. */
  readonly scans: ThreadedTextScans | undefined;
  readonly isValidKey: (apiKey: string) => Promise<boolean>;
  readonly certificates: CallCertificates | undefined;
  /** Called after audit events were stored. */
  readonly onEvents: OnEvents;
  /** How long after its deadline a direct call may end. */
  readonly workerGraceMs: number;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly nowMs: Clock;
}

interface CallsModule {
  readonly serves: ServedOperations;
  /** What the SDK endpoints need for calls in the providers' formats. */
  readonly direct: DirectCallDeps;
  readonly scans: TextScans;
  /** Sanitises texts that do not belong to a call, with a shorter time-out. */
  readonly scanSanitiser: Sanitiser;
  /** Searches stored jobs, as far as the caller's key opens them, and deletes one. */
  readonly stored: { readonly search: SearchJobs; readonly delete: Jobs["delete"] };
  readonly forgetTokens: TokenService["forget"];
  readonly counts: Pick<ActivityCounts, "activities" | "countUse" | "tally">;
  state(): { readonly jobs: "up" | "down"; readonly wakeUps: "up" | "down" };
  /** Responds with 202 to all waiting clients. */
  endWaits(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** How long a replica may take to send a job before other replicas may send it. */
const LEASE_MS = 5_000;
const BATCH_MS = 250;

export function createCallsModule(needs: CallsNeeds): CallsModule {
  const { config, stores, transport, onEvents, log, nowMs } = needs;
  const wakeUps = createWakeUps(config, log);
  const scans =
    needs.scans ?? createTextScans((error) => log.error("text_scan_thread_failed", { error }));
  const { ofScans: sanitiser, ofCalls } = createSanitisers(needs, scans);
  const hasPersonalData = createPersonalDataScan(sanitiser);
  const counts = createActivityCounts({ store: stores.tallies, hasPersonalData, log, nowMs });
  const { activities, tally } = counts;
  const results = createResultDeps(needs, wakeUps, { scans, tally });
  const slots = createWorkerSlots(config.workerShare);
  const outbox = stores.jobOutbox;
  const jobRelay = createJobRelay({ outbox, transport, slots, wakeUps, log, leaseMs: LEASE_MS });
  const { dispatch } = jobRelay;
  const admitting = { jobs: results.jobs, dispatch, onEvents, leaseMs: LEASE_MS, nowMs, log };
  const openAdmissions = createOpenAdmissions(admitting);
  const openEnds = createOpenEnds();
  const onError = (error: unknown) => log.warn("maps_not_dropped", { error });
  const flushed = createTimedBatcher({ batchMs: BATCH_MS, onError }, stores.dropMaps);
  const stopping = new AbortController();
  const overdue = createOverdueJobs(results, log);
  const tokens = createTokens(needs);
  const shared = createSharedDeps(needs, { scans, tokens, activities, tally, sanitiser: ofCalls });
  const native = createNativeDeps(needs, shared, {
    results,
    dispatch,
    openAdmissions,
    onFlushed: flushed.add,
    stopping: stopping.signal,
  });
  return {
    serves: {
      proxyMessages: proxyMessages(native),
      readJob: readJob(native),
      deleteJob: deleteJob(native),
      readUsageHistory: counts.readHistory,
    },
    direct: { ...createDirectDeps(needs, shared), openEnds },
    scans,
    scanSanitiser: sanitiser,
    stored: { search: createJobSearch(results), delete: results.jobs.delete },
    forgetTokens: tokens.forget,
    counts,
    state: () => ({ jobs: transport.state(), wakeUps: wakeUps.state() }),
    endWaits: () => stopping.abort(),
    async start() {
      await transport.start((message) => handleResult(results, message));
      for (const part of [jobRelay, overdue, counts]) part.start();
    },
    async stop() {
      const parts = [openAdmissions, openEnds, jobRelay, flushed, overdue, counts, transport];
      for (const part of parts) await part.stop();
      await wakeUps.close();
      await scans.close();
    },
  };
}

function createWakeUps({ coordination }: GatewayConfig, log: Logger): WakeUps {
  if (coordination.kind === "memory") return createMemoryWakeUps();
  const { url, tls } = coordination;
  return createRedisWakeUps({ url, tls, log });
}

function createResultDeps(
  { config, stores, clients, isolation, certificates, onEvents, log, nowMs }: CallsNeeds,
  wakeUps: WakeUps,
  { scans, tally }: Pick<ResultDeps, "tally"> & { readonly scans: TextScans },
): ResultDeps {
  const { keys, trust } = clients;
  return {
    jobs: withJobCache(stores.jobs),
    messages: createJobMessages({ keys, trust }),
    answers: createAnswers(config.dataKeys.sealing("answers")),
    scans,
    wakeUps,
    tally,
    isolation,
    certificates,
    onEvents,
    nowMs,
    onRejected: (error) => log.error("result_rejected", { component: "inference-worker", error }),
    onLate: (job_id, { attempts: attempt, outcome: reason, latency_ms: duration_ms }) =>
      log.warn("result_late", { job_id, attempt, reason, duration_ms }),
  };
}

/** Creates the sanitiser clients for calls and for scans, which share one queue. */
function createSanitisers({ config, clients }: CallsNeeds, scans: TextScans) {
  const queue = createSanitiserQueue(config.sanitiserShare);
  const { scanTimeoutMs, sanitiserTimeoutMs: timeoutMs } = config.timing;
  const { sanitiser } = clients.clients;
  const ofCalls = { queue, timeoutMs, msPerKb: SANITISER_MS_PER_KB };
  return {
    ofCalls: createHttpSanitiser(sanitiser, scans, ofCalls),
    ofScans: createHttpSanitiser(sanitiser, scans, { queue, timeoutMs: scanTimeoutMs }),
  };
}

function createPersonalDataScan(sanitiser: Sanitiser): PersonalDataScan {
  return async function hasPersonalData(texts, request) {
    const fields = texts.map((text, at) => ({ name: `text_${at}`, text }));
    return (await sanitiser.sanitise(fields, request)).findings > 0;
  };
}

function createTokens({ config, clients, certificates }: CallsNeeds): TokenService {
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

function createSharedDeps(
  { config, stores, certificates, onEvents, metrics, log, nowMs }: CallsNeeds,
  parts: Pick<CallDeps, "scans" | "tokens" | "sanitiser" | "activities" | "tally">,
): CallDeps {
  const help = "Refused calls whose audit events could not be stored";
  const notRecorded = metrics.counter("veil_refusals_not_recorded_total", help, []);
  return {
    ...parts,
    entityLists: stores.entityLists,
    maxPromptChars: config.maxPromptChars,
    certificates,
    usage: stores.usage,
    limits: config.limits,
    eventOutbox: stores.eventOutbox,
    onEvents,
    onNotRecorded({ requestId: request_id, code, error }) {
      notRecorded.inc();
      log.error("refusal_not_recorded", { request_id, code, error });
    },
    onNotRelinked: (error) => log.warn("answer_not_relinked", { error }),
    nowMs,
  };
}

interface NativeParts
  extends Pick<NativeDeps, "dispatch" | "openAdmissions" | "onFlushed" | "stopping"> {
  readonly results: ResultDeps;
}

function createNativeDeps(
  { config, stores, transport, isValidKey, log }: CallsNeeds,
  shared: CallDeps,
  { results, dispatch, openAdmissions, onFlushed, stopping }: NativeParts,
): NativeDeps {
  const { jobs, messages, answers, wakeUps } = results;
  return {
    ...shared,
    jobs,
    messages,
    answers,
    wakeUps,
    dispatch,
    openAdmissions,
    onFlushed,
    stopping,
    isValidKey,
    credentials: stores.credentials,
    managedAiEnabled: config.managedAiEnabled,
    modelsAllowed: config.modelsAllowed,
    defaultMaxTokens: config.defaultMaxTokens,
    random: systemRandomBytes,
    leaseMs: LEASE_MS,
    jobDeadlineMs: config.timing.jobDeadlineMs,
    waitTimeoutMs: config.timing.waitTimeoutMs,
    transportState: () => transport.state(),
    jobIds: createJobIds(config.dataKeys.macs("job-ids"), systemRandomBytes),
    lookupMacs: config.dataKeys.macs("idempotency"),
    bodyMacs: config.dataKeys.macs("idempotent-body"),
    onUnread: (error) => log.warn("job_not_read", { error }),
    onKeyNotChecked: (error) => log.warn("key_not_checked", { error }),
  };
}

function createDirectDeps(
  { config, stores, clients, isolation, workerGraceMs, metrics }: CallsNeeds,
  shared: CallDeps,
): Omit<DirectCallDeps, "openEnds"> {
  const { jobDeadlineMs } = config.timing;
  const matches = metrics.counter(
    "veil_streamed_answers_with_personal_data_total",
    "Streamed answers in which the scan after their end found personal data that the model wrote",
    [],
  );
  return {
    ...shared,
    isolation,
    counts: stores.callCounts,
    slots: createWorkerSlots(config.workerShare),
    inferences: createHttpInferences(clients.clients.worker, {
      // The worker ends each call at its deadline. This limit is for a worker that sends heartbeats
      // but never an end event.
      timeoutMs: jobDeadlineMs + workerGraceMs,
      silenceMs: SILENCE_MS,
    }),
    endings: createStreamEndings(),
    onStreamedMatch: () => matches.inc(),
    random: systemRandomBytes,
    jobDeadlineMs,
  };
}
