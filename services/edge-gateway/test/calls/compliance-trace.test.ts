import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import type { EntityPolicy, UnredactedCount } from "@veil/contracts/sanitiser";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { createAnswers } from "../../src/modules/calls/native/results/answers.ts";
import type { IsolationReport } from "../../src/modules/isolation/ports.ts";
import { parseDataKeys } from "../../src/platform/data-keys.ts";
import { bindKey } from "../support/changes.ts";
import { freshEmail } from "../support/fresh.ts";
import { DATA_KEY } from "../support/test-config.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const BODY = {
  prompt_template: "Answer {letter}",
  context: { letter: "Ann Weber wrote to Initech.", note: "Weber, again" },
};
const PROBED = {
  aToB: "blocked",
  bToA: "blocked",
  enforcedBy: "service-credentials",
} as const;

const parse = checked(ProxyResponse);
type UnredactedByField = ReadonlyMap<string, readonly UnredactedCount[]>;

describeWithServer("postgres", "The compliance trace of a native call", () => {
  let gateway: TestGateway;
  let hurried: Pick<TestGateway, "app" | "close">;
  let key = "";
  let anotherKey = "";
  let measured: IsolationReport;
  beforeAll(async () => {
    const isolation = { current: () => measured, probe: async () => measured };
    gateway = await startTestGateway({ PER_MINUTE_LIMIT_PRO: "1000" }, { isolation });
    hurried = await gateway.replica({ WAIT_TIMEOUT_MS: "50" });
    const email = freshEmail();
    const { apiKey, keyId } = await gateway.provision({ email });
    await bindKey(gateway.stores.apiKeys, keyId, { may_keep: ["PERSON"], may_allow: true });
    key = apiKey;
    anotherKey = (await gateway.provision({ email })).apiKey;
  });
  afterAll(async () => {
    await hurried.close();
    await gateway.close();
  });
  beforeEach(() => {
    gateway.sanitiser.leave(new Map());
    measured = { ...PROBED, probedAt: new Date() };
  });

  const send = (change: object = {}, { headers = {}, on = gateway.app } = {}) =>
    request(on)
      .post("/api/v1/proxy/messages")
      .set({ "x-api-key": key, ...headers })
      .send({ ...BODY, ...change });
  const read = (jobId: string, as = key) =>
    request(gateway.app).get(`/api/v1/proxy/jobs/${jobId}`).set("x-api-key", as);
  const traceOf = (reply: { body: unknown }) => parse(reply.body).compliance_trace;
  const never: IsolationReport = { ...PROBED, aToB: "open", probedAt: undefined };

  test("the compliance trace is identical every time it is read, even after a later measurement of the isolation and with another key", async () => {
    const headers = { "idempotency-key": "the-same-trace" };
    const first = await send({}, { headers });
    const trace = traceOf(first);
    expect(trace.network_isolation.sandbox_a_to_sandbox_b).toMatch(/^blocked/);

    measured = never;
    const readings = [
      await send({}, { headers }),
      await read(trace.job_id),
      await read(trace.job_id, anotherKey),
    ];
    for (const { text } of readings)
      expect(text).toContain(`"compliance_trace":${JSON.stringify(trace)}`);
    expect(readings.map(({ body }) => body.relinked)).toEqual([true, true, false]);
  });

  test("the trace contains the isolation as measured when the job ended, even if the job is read later", async () => {
    gateway.worker.hold();
    const { body } = await send({}, { on: hurried.app });
    measured = { ...PROBED, aToB: "open", probedAt: new Date() };
    gateway.worker.letGo();
    await until("the job is done", async () => (await read(body.job_id)).status === 200);
    measured = { ...PROBED, probedAt: new Date() };
    const { network_isolation } = traceOf(await read(body.job_id));
    expect(network_isolation.sandbox_a_to_sandbox_b).toMatch(/^open/);
  });

  test.each([true, false])(
    "the trace states whether re-link was requested: %p",
    async (relink_response) => {
      const trace = traceOf(await send({ relink_response }));
      expect(trace.relink_requested).toBe(relink_response);
    },
  );

  const PERSON = [{ type: "PERSON", reason: "list", count: 1 }] as const;
  const ORGANIZATION = [{ type: "ORGANIZATION", reason: "default", count: 2 }] as const;
  test.each<[string, UnredactedByField, boolean, string]>([
    ["a value that a list allows, in a field that was sent", left(PERSON, []), true, "PERSON:1"],
    [
      "a value that a list allows, in a field that was not sent",
      left([], PERSON),
      false,
      "nothing",
    ],
    ["values that are left by default", left(ORGANIZATION, []), false, "ORGANIZATION:2"],
    ["nothing", left([], []), false, "nothing"],
  ])(
    "the trace reports values that were left unredacted: %s",
    async (_case, given, pii_in_ai, counted) => {
      gateway.sanitiser.leave(given);
      const { data_exposure_summary: exposed, steps } = traceOf(await send());
      expect(exposed.pii_in_ai).toBe(pii_in_ai);
      const inferred = steps.find(({ action }) => action === "infer");
      expect(inferred).toMatchObject({
        pii_sent: pii_in_ai,
        detail: expect.stringContaining(counted),
      });
    },
  );

  function left(
    letter: readonly UnredactedCount[],
    note: readonly UnredactedCount[],
  ): UnredactedByField {
    return new Map([
      ["letter", letter],
      ["note", note],
    ]);
  }

  test.each<[string, EntityPolicy, UnredactedByField, boolean]>([
    ["a type is turned off, but had no values", { types: { PERSON: false } }, left([], []), false],
    ["values are allowed, but did not occur", { allow: ["Initech"] }, left([], []), false],
    ["a threshold is raised", { thresholds: { PERSON: 0.9 } }, left([], []), true],
    ["nothing is loosened", { deny: [{ value: "Initech" }] }, left([], []), false],
  ])(
    "the trace reports whether a policy exposed data: %s",
    async (_case, entity_policy, given, pii_in_ai) => {
      gateway.sanitiser.leave(given);
      const trace = traceOf(await send({ entity_policy }));
      expect(trace.data_exposure_summary.pii_in_ai).toBe(pii_in_ai);
    },
  );

  test.each([
    ["sent", "letter", true],
    ["not sent", "note", false],
  ])(
    "the trace counts annotations that were missed in a value that was %s",
    async (_case, field, pii_in_ai) => {
      gateway.sanitiser.leave(left([], []));
      const truth = { letter: ["Initech", 19], note: ["again", 7] } as const;
      const [value, start] = truth[field as keyof typeof truth];
      const annotation = { type: "X", value, start, end: start + value.length };
      const measuring = { mode: "proving_ground", activity_id: "a" };
      const trace = traceOf(await send({ ...measuring, ground_truth: { [field]: [annotation] } }));
      expect(trace.data_exposure_summary.pii_in_ai).toBe(pii_in_ai);
    },
  );

  /**
   * Removes the trace from a stored answer. Earlier versions stored answers without a trace and
   * built it at every read.
   */
  async function forgetTrace(jobId: string): Promise<void> {
    const stored = await gateway.stores.jobs.find(jobId);
    if (stored?.answer === undefined) throw new Error("The job has no answer");
    const answers = createAnswers(parseDataKeys(DATA_KEY).sealing("answers"));
    const { trace: _, ...answer } = answers.open(jobId, stored.answer);
    const change = "update jobs set answer = $2 where job_id = $1";
    await gateway.database.owner.execute(change, [jobId, answers.seal(jobId, answer)]);
  }

  test("the trace of an answer that was stored without one is the same every time it is read", async () => {
    const { body } = await send();
    const { job_id } = body.compliance_trace;
    await forgetTrace(job_id);
    const [one, other] = [traceOf(await read(job_id)), traceOf(await read(job_id))];
    expect(one).toEqual(other);
    expect(one.network_isolation).toMatchObject({
      sandbox_a_to_sandbox_b: "unverified",
      hint: expect.stringContaining("not recorded"),
    });
  });
});
