import { expect, test } from "@jest/globals";
import { type AuditEvent, eventsIn } from "@veil/contracts/audit";
import { createMessageSealer, type SealedMessage } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { JOB_FACTS } from "../../../../../test/support/job-facts.ts";
import { sealingUnder } from "../../../../platform/sealed-record.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { CallCertificates } from "../../../certificates/index.ts";
import { createInlineTextScans } from "../../scanning/create-text-scans.ts";
import type { FinalState, FinishedJob, JobRecord, Jobs } from "../ports.ts";
import { createAnswers, createJobMessages } from "./answers.ts";
import { createMemoryWakeUps } from "./create-wake-ups.ts";
import { handleResult } from "./results.ts";

const { trust, keysOf } = createTestTrust();
const answers = createAnswers(sealingUnder(Buffer.alloc(32, 7)));
const completed = {
  outcome: "completed",
  choices: [
    {
      blocks: [
        { type: "text", text: "[PERSON_1] lives on; ask rosa.klein" },
        { type: "text", text: "@example.org" },
      ],
      stop_reason: "end_turn",
    },
  ],
  model_used: "model\u0000x",
  input_tokens: 3,
  output_tokens: 4,
  latency_ms: 5,
  attempts: 1,
  provider: "anthropic",
} as const;

const JOB: JobRecord = {
  jobId: "job_1",
  requestId: "req_1",
  customerId: "cus_1" as CustomerId,
  state: "admitted",
  facts: JOB_FACTS,
  relinkMap: undefined,
  answer: undefined,
  finishedAt: undefined,
};
const UNPROBED = {
  aToB: "unverified",
  bToA: "unverified",
  enforcedBy: "service-credentials",
  probedAt: undefined,
} as const;

function setUp() {
  const finished: { state: string; answer: Uint8Array; events: readonly AuditEvent[] }[] = [];
  let state: FinalState | "admitted" = "admitted";
  const jobs: Partial<Jobs> = {
    admitted: async (jobId) => (jobId === "job_1" ? JOB : undefined),
    finish: async ({ jobId, state: end, answer, events }) => {
      const first = jobId === "job_1" && state === "admitted";
      state = end;
      if (first) finished.push({ state: end, answer, events });
      return first;
    },
    recordLate: async () => false,
  };
  const rejected: unknown[] = [];
  const wakeUps = createMemoryWakeUps();
  const woken: (FinishedJob | undefined)[] = [];
  wakeUps.subscribe("job_1", (job) => void woken.push(job));
  const deps = {
    jobs: jobs as Jobs,
    messages: createJobMessages({
      keys: keysOf("edge-gateway"),
      trust,
    }),
    answers,
    scans: createInlineTextScans(),
    wakeUps,
    onRejected: (error: unknown) => rejected.push(error),
    onLate: () => {},
    nowMs: () => Date.parse("2026-01-01T00:00:02Z"),
    onEvents: () => {},
    tally: { reached: () => {} },
    isolation: { current: () => UNPROBED },
  };
  return { deps, finished, rejected, woken };
}

function sealedBy(
  sender: "inference-worker" | "audit",
  jobId = "job_1",
  result: object = completed,
) {
  const keys = keysOf(sender);
  const from = { service: keys.service, ...keys.signing("message") };
  const body = Buffer.from(JSON.stringify(result));
  return createMessageSealer({ from, to: "edge-gateway", trust, kind: "result" })(jobId, body);
}

test("When a result arrives, then personal data that the model wrote is redacted, the answer is sealed and stored, and the waiter is woken", async () => {
  const { deps, finished, woken } = setUp();
  await handleResult(deps, JSON.stringify(sealedBy("inference-worker")));

  const [end] = finished;
  expect(end?.state).toBe("completed");
  expect(Buffer.from(end?.answer ?? []).includes("[PERSON_1]")).toBe(false);
  const answer = answers.open("job_1", end?.answer ?? Buffer.alloc(0));
  expect(answer).toMatchObject({
    dlpRedacted: true,
    result: { text: "[PERSON_1] lives on; ask [REDACTED:EMAIL]" },
    trace: { job_id: "job_1", total_duration_ms: 2_000 },
  });
  const events = end?.events.flatMap((entry) => eventsIn(entry)) ?? [];
  expect(events.map(({ event_type }) => event_type)).toEqual([
    "PROXY_INFERENCE_COMPLETED",
    "PROXY_DLP_OUTBOUND_MATCH",
  ]);
  expect(JSON.stringify(end?.events)).not.toContain("rosa");
  expect(events[0]?.payload.model).toBe("model?x");
  const { requestId: request_id, facts } = JOB;
  const owner = { actor: facts.actor, scope: facts.scope, request_id };
  expect(events).toMatchObject([owner, owner]);
  expect(woken).toHaveLength(1);
  expect(woken[0]).toEqual({
    job: { ...JOB, state: "completed", answer: end?.answer, finishedAt: new Date(deps.nowMs()) },
    answer,
  });
});

test("When a worker of the previous version sends a result with a single text, then it is accepted", async () => {
  const { deps, finished } = setUp();
  const { choices: _, ...facts } = completed;
  const earlier = { ...facts, stop_reason: "end_turn", text: "[PERSON_1] lives on" };
  await handleResult(deps, JSON.stringify(sealedBy("inference-worker", "job_1", earlier)));
  const answer = answers.open("job_1", finished[0]?.answer ?? Buffer.alloc(0));
  expect(answer.result).toMatchObject({ outcome: "completed", text: "[PERSON_1] lives on" });
});

test.each<[string, number | undefined, RegExp]>([
  [
    "are in links, then the trace contains their number",
    2,
    /next to URLs, which are not restored: 2$/,
  ],
  ["are not in links, then the trace does not mention them", 0, /re-link was requested$/],
  ["in links cannot be counted in time, then the trace states that", undefined, /is unknown$/],
])("When placeholders %s", async (_what, linked, detail) => {
  const { deps, finished } = setUp();
  const asked = linked === undefined ? Promise.reject(new Error("late")) : Promise.resolve(linked);
  asked.catch(() => {});
  const scans = { ...deps.scans, linked: () => asked };
  await handleResult({ ...deps, scans }, JSON.stringify(sealedBy("inference-worker")));
  const { trace } = answers.open("job_1", finished[0]?.answer ?? Buffer.alloc(0));
  expect(trace?.steps.at(-1)?.detail).toMatch(detail);
});

test.each([
  ["the id of its certificate, so that later readers get it too", Buffer.alloc(1), "req_1"],
  ["no certificate id when the call gets no certificate", undefined, undefined],
])(
  "When a result arrives, then the stored trace contains %s",
  async (_what, certificateDraft, requestId) => {
    const { deps, finished } = setUp();
    const jobs = { ...deps.jobs, admitted: async () => ({ ...JOB, certificateDraft }) };
    const drafts = {
      open() {
        throw new Error("not of this test");
      },
    };
    const certificates = { drafts, onLost: () => {} } as unknown as CallCertificates;
    await handleResult(
      { ...deps, jobs, certificates },
      JSON.stringify(sealedBy("inference-worker")),
    );
    const { trace } = answers.open("job_1", finished[0]?.answer ?? Buffer.alloc(0));
    expect(trace?.request_id).toBe(requestId);
  },
);

test("When the same result arrives twice, then the job is finished once", async () => {
  const { deps, finished } = setUp();
  const message = JSON.stringify(sealedBy("inference-worker"));
  await Promise.all([handleResult(deps, message), handleResult(deps, message)]);
  expect(finished).toHaveLength(1);
});

test("When the job was deleted before its result arrives, then nothing is stored and the waiting requests are woken", async () => {
  const { deps, finished, rejected } = setUp();
  let woken = 0;
  deps.wakeUps.subscribe("job_gone", () => woken++);
  await handleResult(deps, JSON.stringify(sealedBy("inference-worker", "job_gone")));
  expect([finished, rejected, woken]).toEqual([[], [], 1]);
});

test.each<[string, () => string]>([
  ["another service sealed it", () => JSON.stringify(sealedBy("audit"))],
  ["its message was moved to another job", () => moved({ job_id: "job_2" })],
  ["a byte of the box was changed", () => moved({ box: Buffer.alloc(80).toString("base64") })],
  [
    "it does not contain a result",
    () => JSON.stringify(sealedBy("inference-worker", "job_1", { outcome: "?" })),
  ],
  ["it is not a sealed message", () => "{"],
])(
  "When a message arrives and %s, then it is rejected and nothing is stored",
  async (_case, message) => {
    const { deps, finished, rejected } = setUp();
    await handleResult(deps, message());
    expect(finished).toHaveLength(0);
    expect(rejected).toHaveLength(1);
  },
);

function moved(change: Partial<SealedMessage>): string {
  return JSON.stringify({ ...sealedBy("inference-worker"), ...change });
}
