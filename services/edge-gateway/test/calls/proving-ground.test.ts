import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { AuditEvent } from "@veil/contracts/audit";
import { checked } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { failedResult } from "../support/completed-result.ts";
import { freshEmail } from "../support/fresh.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const LETTER = "Ann Weber, or Rose, writes from ann@post.example. [PERSON_4]";
const annotated = (type: string, value: string) => {
  const start = LETTER.indexOf(value);
  return { type, value, start, end: start + value.length };
};
const TRUTH = [annotated("PERSON", "Ann Weber"), annotated("PERSON", "Rose")];
const BODY = {
  prompt_template: "Answer {letter}",
  context: { letter: LETTER, note: "only Weber" },
  mode: "proving_ground",
  activity_id: "hiring-2026",
  ground_truth: { letter: TRUTH },
};
const EVALUATION = {
  total_annotations: 2,
  true_positives: 1,
  false_negatives: 1,
  false_positives: 1,
  detection_rate: 0.5,
  matches: [
    { annotation_type: "PERSON", annotation_value: "Ann Weber", redacted_as: "[PERSON_1]" },
  ],
  missed: [{ field: "letter", type: "PERSON", value: "Rose" }],
  extras: [{ placeholder: "[EMAIL_1]", original: "ann@post.example" }],
};

const parse = checked(ProxyResponse);
const parseEvent = checked(AuditEvent);

describeWithServer("postgres", "The proving ground", () => {
  let gateway: TestGateway;
  let hurried: Pick<TestGateway, "app" | "close">;
  let key = "";
  let customerId = "";
  let anotherKey = "";
  beforeAll(async () => {
    gateway = await startTestGateway({ PER_MINUTE_LIMIT_PRO: "1000" });
    hurried = await gateway.replica({ WAIT_TIMEOUT_MS: "50" });
    const email = freshEmail();
    ({ apiKey: key, customerId } = await gateway.provision({ email }));
    anotherKey = (await gateway.provision({ email })).apiKey;
  });
  afterAll(async () => {
    await hurried.close();
    await gateway.close();
  });
  beforeEach(() => {
    for (const sink of Object.values(gateway.seen)) sink.length = 0;
  });
  afterEach(() => {
    gateway.worker.answerWith(undefined);
    gateway.worker.letGo();
  });

  const send = (change: object = {}, { headers = {}, on = gateway.app } = {}) =>
    request(on)
      .post("/api/v1/proxy/messages")
      .set({ "x-api-key": key, ...headers })
      .send({ ...BODY, ...change });
  const read = (jobId: string, as = key) =>
    request(gateway.app).get(`/api/v1/proxy/jobs/${jobId}`).set("x-api-key", as);

  // @spec CALL-30
  test("the response contains the evaluation (matched, missed and extra values) in addition to the answer", async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    const response = parse(body);
    expect(response.ground_truth_evaluation).toEqual(EVALUATION);
    expect(response).toMatchObject({
      status: "JOB_STATUS_COMPLETED",
      result: LETTER,
      relinked: true,
    });
  });

  test("the evaluation is returned even without re-link, and the answer then keeps its placeholders", async () => {
    const response = parse((await send({ relink_response: false })).body);
    expect(response.ground_truth_evaluation).toEqual(EVALUATION);
    expect(response).toMatchObject({ relinked: false });
    expect(response.result).toContain("[PERSON_1], or Rose");
  });

  test("the evaluation is returned even when the inference fails", async () => {
    gateway.worker.answerWith(() => failedResult("provider_refused"));
    const response = parse((await send()).body);
    expect(response).toMatchObject({
      status: "JOB_STATUS_FAILED",
      ground_truth_evaluation: EVALUATION,
    });
  });

  test.each([true, false])(
    "after a 202, the evaluation is returned only to the key that made the call; re-link %p",
    async (relink_response) => {
      gateway.worker.hold();
      const accepted = await send({ relink_response }, { on: hurried.app });
      expect(accepted.status).toBe(202);
      const jobId = String(accepted.body.job_id);
      gateway.worker.letGo();
      await until("the job is done", async () => (await read(jobId)).status === 200);
      for (const _reading of ["once", "again"]) {
        const mine = parse((await read(jobId)).body);
        expect(mine).toMatchObject({
          relinked: relink_response,
          ground_truth_evaluation: EVALUATION,
        });
      }
      const other = parse((await read(jobId, anotherKey)).body);
      expect(other).not.toHaveProperty("ground_truth_evaluation");
      expect(JSON.stringify(other)).not.toMatch(/Ann Weber|post\.example/);
    },
  );

  test("a repeat with the same Idempotency-Key gets the evaluation, and one with another ground truth is refused", async () => {
    const headers = { "idempotency-key": "measure-once" };
    const [first, second] = [await send({}, { headers }), await send({}, { headers })];
    expect(parse(second.body).compliance_trace.job_id).toBe(
      parse(first.body).compliance_trace.job_id,
    );
    expect(parse(second.body).ground_truth_evaluation).toEqual(EVALUATION);
    const { status, body } = await send({ ground_truth: {} }, { headers });
    expect([status, body.error]).toEqual([400, "invalid_field"]);
  });

  test("in live mode, nothing is evaluated and any ground truth is ignored", async () => {
    for (const ground_truth of [{ elsewhere: [] }, { letter: [7] }, [TRUTH], "Rose", 7, null]) {
      const reply = await send({ mode: "live", ground_truth });
      expect(reply.status).toBe(200);
      expect(parse(reply.body)).not.toHaveProperty("ground_truth_evaluation");
    }
  });

  test("only fields in the ground truth are evaluated, and without a ground truth no field is", async () => {
    const { ground_truth_evaluation: none } = parse((await send({ ground_truth: undefined })).body);
    expect(none).toMatchObject({ total_annotations: 0, detection_rate: 1, extras: [] });
    const { ground_truth_evaluation: note } = parse(
      (await send({ ground_truth: { note: [] } })).body,
    );
    expect(note).toMatchObject({ extras: [{ placeholder: "[PERSON_2]", original: "Weber" }] });
  });

  // @spec EVT-6
  test("the audit log has one event with the counts and the activity, and nothing else from the evaluation", async () => {
    const { headers } = await send();
    const events = (await gateway.events())
      .filter(({ request_id }) => request_id === headers["x-request-id"])
      .map((event) => parseEvent(event));
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "PROXY_TOKEN_GENERATED",
      "PROXY_SANITIZER_APPLIED",
      "PROVING_GROUND_EVALUATION",
      "PROXY_INFERENCE_SUBMITTED",
      "PROXY_INFERENCE_COMPLETED",
    ]);
    expect(events[2]).toMatchObject({
      actor: customerId,
      payload: {
        activity_id: "hiring-2026",
        match_count: "1",
        missed_count: "1",
        extra_count: "1",
      },
    });
    expect(Object.keys(events[2]?.payload ?? {})).toHaveLength(4);
  });

  test.each<[string, object, string, RegExp]>([
    ["without an activity", { activity_id: undefined }, "missing_field", /"activity_id"/],
    ["with an unprintable activity", { activity_id: "a\u0000" }, "invalid_field", /"activity_id"/],
    [
      "with an annotation that is not at its position",
      { ground_truth: { letter: [...TRUTH, { ...annotated("PERSON", "Rose"), start: 0 }] } },
      "invalid_field",
      /"ground_truth\.letter\[2\]"/,
    ],
    [
      "with a field that the context lacks",
      { ground_truth: { Rose: [] } },
      "invalid_field",
      /"ground_truth"/,
    ],
    [
      "with an incomplete annotation",
      { ground_truth: { letter: [TRUTH[0], { type: "PERSON", value: "Rose" }] } },
      "missing_field",
      /"ground_truth\.letter\[1\]\.start"/,
    ],
    [
      "with more than an annotation",
      { ground_truth: { letter: [{ ...TRUTH[0], Rose: 1 }] } },
      "invalid_field",
      /"ground_truth\.letter\[0\]"/,
    ],
    ["with no list", { ground_truth: { letter: TRUTH[0] } }, "invalid_field", /\.letter" must be/],
    ["with a list", { ground_truth: [TRUTH] }, "invalid_field", /"ground_truth"/],
  ])(
    "a request %s is refused before another service receives it",
    async (_case, change, code, message) => {
      const countJobs = () => gateway.database.owner.query("select count(*) from jobs");
      const before = await countJobs();
      const { status, body, text } = await send(change);
      expect([status, body.error]).toEqual([400, code]);
      expect(body.message).toMatch(message);
      expect(text).not.toContain("Rose");
      expect([...gateway.seen.sanitiser, ...gateway.seen.bridge]).toEqual([]);
      expect(await countJobs()).toEqual(before);
    },
  );
});

describeWithServer("postgres", "The ground truth is removed before any call", () => {
  const CANARY = "Zanzibar-Canary-4711";
  const proving = { ground_truth: { letter: TRUTH.map((one) => ({ ...one, type: CANARY })) } };
  // In live mode the ground truth is not checked, so each part of it can contain the canary.
  const live = {
    mode: "live",
    ground_truth: { [CANARY]: [{ type: CANARY, value: CANARY, start: 0, end: 1 }] },
  };

  // @spec SVC-16 CALL-8
  test.each<[string, object]>([
    ["in the proving ground", proving],
    ["in live mode", live],
  ])(
    "%s, no part of the ground truth reaches the bridge, sanitiser, worker, store or log",
    async (_mode, change) => {
      const gateway = await startTestGateway();
      try {
        const { status, text } = await request(gateway.app)
          .post("/api/v1/proxy/messages")
          .set("x-api-key", (await gateway.provision()).apiKey)
          .send({ ...BODY, ...change });
        expect(status).toBe(200);
        const inAnswer = change === proving;
        expect(text.includes(CANARY)).toBe(inAnswer);
        const { seen, database } = gateway;
        const stored = { events: await gateway.events(), rows: await database.dump() };
        const sinks = { ...seen, ...stored, audit: stored.events };
        for (const [name, sink] of Object.entries(sinks)) {
          expect([name, sink.length > 0]).toEqual([name, true]);
          const received = everyText(sink);
          expect([name, received.filter((part) => part.includes(CANARY))]).toEqual([name, []]);
          expect([name, received.filter((part) => part.includes("ground_truth"))]).toEqual([
            name,
            [],
          ]);
        }
        // Positive control: the search finds the text that is forwarded.
        expect(everyText(seen.worker).join()).toContain("[PERSON_1], or Rose");
        expect(everyText(stored.events).join().includes("hiring-2026")).toBe(inAnswer);
      } finally {
        await gateway.close();
      }
    },
  );
});

function everyText(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString("latin1")];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...everyText(item)]);
}
