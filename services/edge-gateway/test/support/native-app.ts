import { InferenceResult } from "@veil/contracts/inference";
import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import {
  hmacSha256,
  openMessage,
  type SealedMessage,
  sealMessage,
  systemRandomBytes,
} from "@veil/crypto";
import { checked, endpoint, errorHandler, jsonBody, requestContext } from "@veil/http-kit";
import { createLogger, createMetrics, silentLogger } from "@veil/telemetry";
import { createTestTrust, type TestTrust } from "@veil/testing";
import express, { type IRouter } from "express";
import { translateDatabaseErrors } from "../../src/http/translate-database-errors.ts";
import type { Authenticator } from "../../src/modules/accounts/domain/authenticator.ts";
import type { CustomerId } from "../../src/modules/accounts/domain/caller.ts";
import { authenticate } from "../../src/modules/accounts/middleware/authenticate.ts";
import { createHttpSanitiser } from "../../src/modules/calls/adapters/http-sanitiser.ts";
import { createInlineTextScans } from "../../src/modules/calls/adapters/inline-text-scans.ts";
import { createMemoryWakeUps } from "../../src/modules/calls/adapters/memory-wake-ups.ts";
import { createOpenAdmissions } from "../../src/modules/calls/background/open-admissions.ts";
import { createAnswers } from "../../src/modules/calls/domain/answers.ts";
import { createJobMessages } from "../../src/modules/calls/domain/job-messages.ts";
import type { PseudonymToken } from "../../src/modules/calls/domain/minted.ts";
import { handleResult } from "../../src/modules/calls/domain/results.ts";
import type { Jobs, OutboxJob } from "../../src/modules/calls/ports.ts";
import { deleteJob, readJob } from "../../src/modules/calls/routes/job.ts";
import { type ProxyDeps, proxyMessages } from "../../src/modules/calls/routes/proxy-messages.ts";
import type { TextScans } from "../../src/modules/calls/text-scans.ts";
import type { EntityLists } from "../../src/modules/entities/ports.ts";
import type { IsolationReport } from "../../src/modules/isolation/ports.ts";
import { startFakeSanitiser } from "./fake-sanitiser.ts";
import { createMemoryJobs } from "./memory-jobs.ts";

const UNLIMITED = { free: 1e9, developer: 1e9, pro: 1e9, enterprise: 1e9 };
const CUSTOMER = `cus_${"1".repeat(40)}` as CustomerId;
const WAIT_MS = 2_000;

interface NativeAppOptions {
  /** Whose key is whose; by default every key is one of the same customer. */
  readonly authenticator?: Pick<Authenticator, "identify">;
  readonly entityLists?: Pick<EntityLists, "boxes">;
  /** Of every key, where there is no authenticator. */
  readonly entityPolicy?: KeyEntityPolicy;
  /** Further endpoints of the same door. */
  readonly mount?: (router: IRouter) => void;
  readonly testTrust?: TestTrust;
  readonly scans?: TextScans;
  /** Default: in memory. */
  readonly jobs?: Jobs;
  /** Who hands the jobs to the worker; default: they go to it at once. */
  readonly dispatch?: (job: OutboxJob) => void;
  readonly monthlyLimit?: number;
  readonly leaseMs?: number;
}

/**
 * The native call behind its door, every key one of the same customer, with a worker that opens its jobs and
 * answers each with its prompt's values. Keeps what each of the others got to see, in clear.
 */
export async function startNativeApp(options: NativeAppOptions = {}) {
  const testTrust = options.testTrust ?? createTestTrust();
  const { trust, keysOf } = testTrust;
  const sanitiser = await startFakeSanitiser(testTrust);
  const keys = keysOf("edge-gateway");
  const stored = createMemoryJobs();
  const seen = {
    bridge: [] as string[],
    worker: [] as string[],
    jobs: [] as string[],
    log: [] as string[],
  };
  const held: OutboxJob[] = [];
  const worker = { holds: false, fails: false };
  const fence: { report: IsolationReport } = { report: UNPROBED };
  const results = {
    jobs: options.jobs ?? stored.jobs,
    messages: createJobMessages({ keys, trust, parseResult: checked(InferenceResult) }),
    answers: createAnswers(Buffer.alloc(32, 7)),
    scans: options.scans ?? createInlineTextScans(),
    wakeUps: createMemoryWakeUps(),
    onRejected: fail,
    onLate: fail,
    now: () => new Date(),
    onEvents: () => {},
    isolation: { current: () => fence.report, probe: async () => fence.report },
  };

  /** Resolves when the result is stored. */
  async function work({ jobId, message }: Pick<OutboxJob, "jobId" | "message">): Promise<void> {
    seen.jobs.push(jobId);
    const as = keysOf("inference-worker");
    const sealed = JSON.parse(message) as SealedMessage;
    const job = openMessage(sealed, { as, from: "edge-gateway", trust, kind: "job" });
    seen.worker.push(message, job.toString());
    const { context } = JSON.parse(job.toString()) as { context: { text: string }[] };
    const text = context.map((value) => value.text).join(" ");
    const body = Buffer.from(JSON.stringify(worker.fails ? FAILED : { ...COMPLETED, text }));
    const from = { service: as.service, ...as.signing("message") };
    const result = sealMessage(body, { from, to: "edge-gateway", trust, kind: "result", jobId });
    await handleResult(results, JSON.stringify(result));
  }
  const workAtOnce = (job: OutboxJob) => void work(job).catch(fail);

  const dispatch =
    options.dispatch ??
    ((job: OutboxJob) => (worker.holds ? void held.push(job) : workAtOnce(job)));
  const { leaseMs = 5_000, monthlyLimit = 1e9 } = options;
  const openAdmissions = createOpenAdmissions({ ...results, dispatch, leaseMs, log: silentLogger });

  const deps: ProxyDeps = {
    ...results,
    openAdmissions,
    modelsAllowed: [],
    defaultMaxTokens: 100,
    tokens: {
      async tokenFor(...given) {
        seen.bridge.push(JSON.stringify(given));
        return "token" as PseudonymToken;
      },
    },
    sanitiser: createHttpSanitiser(sanitiser.client, results.scans, { timeoutMs: 2_000 }),
    entityLists: options.entityLists ?? { boxes: async () => [] },
    credentials: { forCaller: async () => ({ kind: "managed" }) },
    usage: { used: async () => 0 },
    limits: {
      monthly: { ...UNLIMITED, free: monthlyLimit },
      perMinute: UNLIMITED,
      accountCallsPerMinute: 1e9,
      registrationsPerHour: 0,
      scansPerHour: 0,
    },
    managedAiEnabled: true,
    random: systemRandomBytes,
    leaseMs,
    jobDeadlineMs: 60_000,
    maxPromptChars: 1_000_000,
    waitTimeoutMs: WAIT_MS,
    transportState: () => "up",
    dispatch,
    onFlushed: (jobId) => void stored.jobs.dropMaps([jobId]),
    lookupKey: Buffer.alloc(32, 1),
    bodyKey: Buffer.alloc(32, 2),
    stopping: new AbortController().signal,
    onUnread: options.jobs === undefined ? fail : () => {},
    onNotRelinked: fail,
  };
  return {
    /** For another list of routes. */
    deps,
    app: (waitTimeoutMs = WAIT_MS) => createApp({ ...deps, waitTimeoutMs }, seen.log, options),
    /** Fresh lists have to be sent again. */
    forgetLists: sanitiser.forgetLists,
    seen: { ...seen, sanitiser: sanitiser.bodies },
    stored,
    worker,
    /** What is known of the isolation, and what the sanitiser says that it left. */
    fence,
    leave: sanitiser.leave,
    /** Stores the answer as versions did that made the trace when it was read. */
    forgetTrace(jobId: string) {
      const record = stored.records.get(jobId);
      if (record?.answer === undefined) throw new Error("The job has no answer");
      const { trace: _, ...answer } = results.answers.open(jobId, record.answer);
      stored.records.set(jobId, { ...record, answer: results.answers.seal(jobId, answer) });
    },
    /** Has the jobs worked on that were held back. */
    letGo: () => held.splice(0).forEach(workAtOnce),
    work,
    /** The jobs that the worker got, one entry a delivery. */
    worked: () => seen.jobs,
    isOpen: openAdmissions.has,
    async close() {
      await openAdmissions.stop();
      await sanitiser.close();
    },
  };
}

function createApp(deps: ProxyDeps, lines: string[], options: NativeAppOptions) {
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLogger({ service: "edge-gateway", level: "debug", destination });
  const { entityPolicy, mount } = options;
  const one = { identify: async (apiKey: string) => ({ ...callerWith(apiKey), entityPolicy }) };
  const { authenticator = one } = options;
  const known = authenticate({ authenticator, nowMs: Date.now, onFailedKey: async () => {} });
  const body = jsonBody({ limitBytes: 1_000_000, keepBytes: true });
  const app = express();
  app.use(requestContext({ log, metrics: createMetrics("test") }));
  endpoint(app, "/api/v1/proxy/messages", { post: [known, body, proxyMessages(deps)] });
  endpoint(app, "/api/v1/proxy/jobs/:job_id", {
    get: [known, readJob(deps)],
    delete: [known, deleteJob(deps)],
  });
  mount?.(app);
  app.use(translateDatabaseErrors, errorHandler(log));
  return app;
}

export function callerWith(apiKey: string) {
  return {
    customerId: CUSTOMER,
    tier: "free",
    developer: false,
    managedAi: true,
    keyId: "testkey1",
    apiKey,
    scope: hmacSha256(Buffer.alloc(32), "scope").toString("hex"),
    licenceExpiresAt: undefined,
    entityLists: [],
  } as const;
}

function fail(error: unknown): never {
  throw error;
}

const UNPROBED = {
  aToB: "unverified",
  bToA: "unverified",
  enforcedBy: "service-credentials",
  probedAt: undefined,
} as const;

const COMPLETED = {
  outcome: "completed",
  model_used: "m",
  stop_reason: "end_turn",
  input_tokens: 1,
  output_tokens: 1,
  latency_ms: 1,
  attempts: 1,
  provider: "anthropic",
} as const;

const FAILED = {
  outcome: "failed",
  reason: "provider_refused",
  latency_ms: 1,
  attempts: 1,
} as const;
