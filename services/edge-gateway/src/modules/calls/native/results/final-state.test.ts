import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createMessageSealer } from "@veil/crypto";
import { createTestTrust, describeWithServer } from "@veil/testing";
import { testAdmission } from "../../../../../test/support/admission.ts";
import { completedResult } from "../../../../../test/support/completed-result.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../../test/support/test-customer.ts";
import { sealingUnder } from "../../../../platform/sealed-record.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import { createPostgresUsage } from "../../../accounts/limits/postgres-usage.ts";
import { monthOf } from "../../../accounts/limits/quota.ts";
import type { IsolationReport } from "../../../isolation/ports.ts";
import { createInlineTextScans } from "../../scanning/create-text-scans.ts";
import { createPostgresJobOutbox } from "../delivery/postgres-job-outbox.ts";
import { createAnswers, createJobMessages } from "./answers.ts";
import { createMemoryWakeUps } from "./create-wake-ups.ts";
import { createPostgresJobs } from "./postgres-jobs.ts";
import { createOverdueTurn, handleResult } from "./results.ts";

const JOB = "job_1";
const { trust, keysOf } = createTestTrust();
const CALLED = { latency_ms: 900, provider: "anthropic" };
const completed = (text: string) => ({ ...completedResult(text), ...CALLED });
const failed = (reason: string, more: object = {}) => ({
  outcome: "failed",
  reason,
  latency_ms: 0,
  attempts: 2,
  ...more,
});

const UNPROBED: IsolationReport = {
  aToB: "unverified",
  bToA: "unverified",
  enforcedBy: "service-credentials",
  probedAt: undefined,
};

function sealed(result: object): string {
  const keys = keysOf("inference-worker");
  const from = { service: keys.service, ...keys.signing("message") };
  const body = Buffer.from(JSON.stringify(result));
  const bound = { from, to: "edge-gateway", trust, kind: "result" } as const;
  return JSON.stringify(createMessageSealer(bound)(JOB, body));
}

describeWithServer("postgres", "A job has one final state and one final event", () => {
  let gateway: GatewayDatabase;
  let customerId: CustomerId;
  let clock: { now: Date };
  let woken: number;
  let lates: unknown[];
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
  });
  afterAll(() => gateway.close());

  const START = new Date("2026-01-01T00:00:00Z");
  const DEADLINE = new Date("2026-01-01T00:05:00Z");
  const at = (seconds: number) => {
    clock.now = new Date(DEADLINE.getTime() + seconds * 1_000);
  };

  function open() {
    const wakeUps = createMemoryWakeUps();
    wakeUps.subscribe(JOB, () => woken++);
    const deps = {
      jobs: createPostgresJobs(gateway.database, 10),
      messages: createJobMessages({ keys: keysOf("edge-gateway"), trust }),
      answers: createAnswers(sealingUnder(Buffer.alloc(32, 7))),
      scans: createInlineTextScans(),
      wakeUps,
      onRejected: (error: unknown) => {
        throw error;
      },
      onLate: (...late: unknown[]) => void lates.push(late),
      nowMs: () => clock.now.getTime(),
      onEvents: () => {},
      tally: { reached: () => {} },
      isolation: { current: () => UNPROBED },
    };
    return { ...deps, deps, overdue: createOverdueTurn(deps) };
  }
  let opened: ReturnType<typeof open>;
  beforeEach(async () => {
    await gateway.database.execute("delete from jobs");
    await gateway.database.execute("delete from event_outbox");
    customerId = await insertTestCustomer(gateway.database);
    clock = { now: START };
    woken = 0;
    lates = [];
    opened = open();
    const admission = testAdmission({ jobId: JOB, customerId, deadline: DEADLINE, events: [] });
    await opened.jobs.admit(admission, 60_000);
  });

  const arrive = (message: string) => handleResult(opened.deps, message);
  async function state() {
    const job = await opened.jobs.find(JOB);
    const answer = job?.answer && opened.answers.open(JOB, job.answer).result;
    return { state: job?.state, ...answer };
  }
  async function events() {
    const rows = await gateway.database.query<{ event: { event_type: string; payload: object } }>(
      "select event from event_outbox order by created_at",
    );
    return rows.map(({ event }) => event);
  }
  const types = async () => (await events()).map(({ event_type }) => event_type);

  const used = () =>
    createPostgresUsage(gateway.database).used(customerId, "standard", monthOf(Date.now()));

  test("When a result states that the provider did not process the job, then the call is given back once", async () => {
    const message = sealed(failed("provider_unavailable", { unprocessed: true }));
    expect(await used()).toBe(1);
    await Promise.all([arrive(message), arrive(message)]);
    await arrive(message);
    expect(await used()).toBe(0);
    expect(await state()).toMatchObject({ state: "failed", reason: "provider_unavailable" });
  });

  test.each([
    ["not processed", { unprocessed: true }, 0],
    ["perhaps processed", {}, 1],
  ])(
    "When the deadline ends a job that a worker reported as %s, then the report decides whether the job stays counted",
    async (_what, more, left) => {
      await arrive(sealed(failed("deadline_passed", more)));
      expect(await used()).toBe(1);
      at(11);
      await opened.overdue();
      expect([await used(), (await state()).state]).toEqual([left, "failed"]);
    },
  );

  test.each([
    ["could not be sent", false, 0],
    ["may have been sent", true, 1],
  ])(
    "When the deadline ends a job that no worker reported on and its message %s, then that decides whether the job stays counted",
    async (_what, delivered, left) => {
      await createPostgresJobOutbox(gateway.database).release([JOB], { delivered, delayMs: 0 });
      at(11);
      await opened.overdue();
      expect([await used(), (await state()).state]).toEqual([left, "failed"]);
    },
  );

  test.each(["attempts_exhausted", "deadline_passed"])(
    "When a worker reports that it has no answer (%s), then the job gets no final state while another worker may still answer",
    async (reason) => {
      await arrive(sealed(failed(reason)));
      at(9);
      await opened.overdue();
      expect(await state()).toEqual({ state: "admitted" });
      expect([await types(), woken]).toEqual([[], 0]);
      await arrive(sealed(completed("from the first attempt")));
      at(60);
      await opened.overdue();
      expect(await state()).toMatchObject({ state: "completed", text: "from the first attempt" });
      expect(await types()).toEqual(["PROXY_INFERENCE_COMPLETED"]);
    },
  );

  test.each([
    [[failed("attempts_exhausted")], { reason: "attempts_exhausted", attempts: 2 }],
    [[], { reason: "deadline_passed", attempts: 0 }],
  ])(
    "When no answer has arrived ten seconds after the deadline (%j), then the job fails once",
    async (results, end) => {
      for (const result of results) await arrive(sealed(result));
      at(11);
      await Promise.all([opened.overdue(), opened.overdue()]);
      expect(await state()).toMatchObject({ state: "failed", ...end });
      expect(await types()).toEqual(["PROXY_INFERENCE_FAILED"]);
      expect(woken).toBeGreaterThan(0);
    },
  );

  test("When answers arrive after the final state, then the job does not change, and one of them is recorded as late", async () => {
    at(11);
    await opened.overdue();
    for (const text of ["late", "later"]) await arrive(sealed(completed(text)));
    expect(await state()).toMatchObject({ state: "failed", reason: "deadline_passed" });
    const [last, late, ...more] = await events();
    expect([last?.event_type, late?.event_type, more]).toEqual([
      "PROXY_INFERENCE_FAILED",
      "PROXY_INFERENCE_LATE",
      [],
    ]);
    expect(late).toMatchObject({
      actor: expect.stringMatching(/^token:/),
      request_id: "req_1",
      payload: { job_id: JOB, outcome: "completed", latency_ms: "900", attempts: "1" },
    });
    expect(lates).toHaveLength(1);
    expect(JSON.stringify(late)).not.toContain('"late"');
  });

  test("When another attempt fails after the job was completed, then it is recorded as late with its reason", async () => {
    await arrive(sealed(completed("first")));
    await arrive(sealed(failed("provider_refused", CALLED)));
    expect(await state()).toMatchObject({ state: "completed", text: "first" });
    expect((await events())[1]).toMatchObject({
      event_type: "PROXY_INFERENCE_LATE",
      payload: { outcome: "failed", error_type: "provider_refused" },
    });
  });

  test.each([
    ["the same message arrives again", (first: string) => first],
    ["a worker reports that it has no answer", () => sealed(failed("attempts_exhausted"))],
  ])(
    "When %s after the final state, then nothing is recorded as late, because no call was lost",
    async (_case, next) => {
      const first = sealed(completed("first"));
      await arrive(first);
      await arrive(next(first));
      expect(await types()).toEqual(["PROXY_INFERENCE_COMPLETED"]);
      expect(lates).toEqual([]);
    },
  );

  test("When the customer has deleted the job, then a late answer is not recorded", async () => {
    await opened.jobs.delete(customerId, JOB);
    await arrive(sealed(completed("late")));
    expect([await state(), await types()]).toEqual([{ state: undefined }, []]);
  });

  test("When the database was unavailable until after the deadline, then waiting answers are processed before the job fails", async () => {
    at(60);
    const { overdue: available } = opened.jobs;
    let away = true;
    const overdue = createOverdueTurn({
      ...opened.deps,
      jobs: {
        ...opened.jobs,
        overdue: (...given) => (away ? Promise.reject(new Error("away")) : available(...given)),
      },
    });
    await expect(overdue()).rejects.toThrow("away");
    away = false;
    at(100);
    await overdue();
    expect(await state()).toEqual({ state: "admitted" });
    at(106);
    await overdue();
    expect(await state()).toMatchObject({ state: "failed" });
  });

  test("When a replica has just started, then waiting answers are processed before an overdue job fails", async () => {
    at(60);
    const { overdue } = open();
    await overdue();
    expect(await state()).toEqual({ state: "admitted" });
    at(71);
    await overdue();
    expect(await state()).toMatchObject({ state: "failed" });
  });
});
