import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { eventsOf, verifyAuditChain } from "../support/audit-log.ts";
import { type Between, startBetween } from "../support/between.ts";
import { acceptedOf, finalOf, withGateway } from "../support/gateway.ts";
import { jobMessages } from "../support/job-messages.ts";
import { findIn, type Sink } from "../support/search.ts";
import { findInFiles, sinksOf } from "../support/sinks.ts";
import { letterEn, letterRequest, PERSON_EN } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const LETTER = `${letterEn()} The zeppelin was late.`;
const { iban, phone, email } = PERSON_EN;

function annotated(type: string, value: string) {
  const start = LETTER.indexOf(value);
  return { type, value, start, end: start + value.length };
}

/** Two that every sanitiser finds, one that none does; the address is left out. */
function measurement(more: object = {}) {
  const found = [annotated("IBAN_CODE", iban), annotated("PHONE_NUMBER", phone)];
  const letter = [...found, annotated("VEHICLE", "zeppelin")];
  return letterRequest({
    context: { letter: LETTER },
    mode: "proving_ground",
    activity_id: "complaints-2026",
    ground_truth: { letter },
    ...more,
  });
}

const EVALUATION = {
  total_annotations: 3,
  true_positives: 2,
  false_negatives: 1,
  detection_rate: 2 / 3,
  matches: [
    { annotation_type: "IBAN_CODE", annotation_value: iban, redacted_as: "[IBAN_1]" },
    { annotation_type: "PHONE_NUMBER", annotation_value: phone, redacted_as: "[PHONE_1]" },
  ],
  missed: [{ field: "letter", type: "VEHICLE", value: "zeppelin" }],
  extras: expect.arrayContaining([{ placeholder: "[EMAIL_1]", original: email }]),
};

export function describeProvingGround(world: () => World): void {
  describe("The proving ground", () => {
    theEvaluation(world);
    theLog(world);
    theTruth(world);
  });
}

function theEvaluation(world: () => World): void {
  test.each([true, false])(
    "An answer brings the evaluation along; re-link %p",
    async (relink_response) => {
      const { gateway, customer } = world();
      const { apiKey } = await customer();
      const response = finalOf(await gateway.proxy(apiKey, measurement({ relink_response })));
      expect(response).toMatchObject({
        status: "JOB_STATUS_COMPLETED",
        relinked: relink_response,
        ground_truth_evaluation: EVALUATION,
      });
      expect(response.compliance_trace.data_exposure_summary).toMatchObject({
        pii_in_ai: true,
        hint: expect.stringContaining("missed: 1"),
      });
      const live = { mode: "live", ground_truth: { elsewhere: [] } };
      const other = finalOf(await gateway.proxy(apiKey, measurement(live)));
      expect(other).not.toHaveProperty("ground_truth_evaluation");
    },
  );

  test("After a 202 it comes with the answer, to the key that asked, without re-link too", async () => {
    const { stack, customer } = world();
    const email = `measured-${stack.profile}@example.org`;
    const [mine, other] = [
      await customer({ tier: "pro", email }),
      await customer({ tier: "pro", email }),
    ];
    const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "200" });
    await withGateway(replica.url, async (gateway) => {
      for (const relink_response of [true, false]) {
        const body = measurement({ relink_response, model: "sim-slow-700" });
        const jobId = acceptedOf(await gateway.proxy(mine.apiKey, body));
        const settled = async (apiKey: string) =>
          await until("the job is done", async () => {
            const reply = await world().gateway.job(apiKey, jobId);
            return reply.status === 200 && finalOf(reply);
          });
        const theirs = await settled(other.apiKey);
        expect(theirs).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: false });
        expect(theirs).not.toHaveProperty("ground_truth_evaluation");
        expect(await settled(mine.apiKey)).toMatchObject({
          relinked: relink_response,
          ground_truth_evaluation: EVALUATION,
        });
      }
    });
    await replica.stop();
  });

  test("An annotation that is not what stands there is refused by its place, and counts nothing", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    simulator.clear();
    const letter = [annotated("A", iban), { ...annotated("B", phone), value: "Quentin" }];
    const reply = await gateway.proxy(apiKey, measurement({ ground_truth: { letter } }));
    expect([reply.status, reply.body["error"]]).toEqual([400, "invalid_field"]);
    expect(reply.body["message"]).toContain("ground_truth.letter[1]");
    for (const value of ["Quentin", phone]) expect(reply.text).not.toContain(value);
    expect(simulator.record()).toEqual([]);
    expect((await gateway.usage(apiKey)).used).toBe(0);
  });
}

function theLog(world: () => World): void {
  test("One event stands in the log, with counts and the activity", async () => {
    const { stack, gateway, customer } = world();
    const { apiKey, customerId } = await customer();
    const reply = await gateway.proxy(apiKey, measurement());
    const { ground_truth_evaluation: evaluation } = finalOf(reply);
    const events = await until("the job's last event is in the log", async () => {
      const found = await eventsOf(stack, reply.headers["x-request-id"] ?? "");
      return found.some(({ event_type }) => event_type === "PROXY_INFERENCE_COMPLETED") && found;
    });
    const own = events.filter(({ event_type }) => event_type === "PROVING_GROUND_EVALUATION");
    expect(own).toMatchObject([{ actor: customerId }]);
    expect(own[0]?.payload).toEqual({
      activity_id: "complaints-2026",
      match_count: "2",
      missed_count: "1",
      extra_count: String(evaluation?.false_positives),
    });
    expect(await verifyAuditChain(stack)).toMatch(/^\d+ events, chain intact$/);
  });
}

/** A gateway all of whose ways to other services lead past somebody who reads along. */
async function startWatched({ stack }: World) {
  const doors: Readonly<Record<string, Between>> = {
    BRIDGE_URL: await startBetween(() => stack.url("bridge")),
    SANITISER_URL: await startBetween(() => stack.url("sanitiser")),
    WORKER_URL: await startBetween(() => stack.url("inference-worker")),
    AUDIT_URL: await startBetween(() => stack.url("audit")),
    SIGNER_URL: await startBetween(() => stack.url("veil-signer")),
  };
  const urls = Object.entries(doors).map(([name, { url }]) => [name, url]);
  const env = { WAIT_TIMEOUT_MS: "400", LOG_LEVEL: "debug", ...Object.fromEntries(urls) };
  const replica = await stack.startReplica("edge-gateway", env);
  return { doors, replica };
}

function theTruth(world: () => World): void {
  test("No byte of the truth is in what anybody but the customer sees", async () => {
    const { stack, simulator, customer } = world();
    const { apiKey } = await customer({ tier: "enterprise" });
    const tag = `Obsidian-${Date.now()}`;
    const letter = [annotated(`${tag}-Type`, iban)];
    const proving = measurement({ ground_truth: { letter } });
    // Of a live request nothing of the truth is checked, so that its values stand nowhere else.
    const nowhere = { type: `${tag}-Type`, value: `${tag}-Value`, start: 3, end: 5 };
    const live = measurement({ mode: "live", ground_truth: { [`${tag}-Name`]: [nowhere] } });
    const { doors, replica } = await startWatched(world());
    simulator.clear();
    const sinks: Sink[] = [];
    await withGateway(replica.url, async (gateway) => {
      const measured = await gateway.proxy(apiKey, proving);
      const again = await gateway.proxy(apiKey, { ...live, max_tokens: 77 });
      for (const reply of [measured, again]) expect([200, 202]).toContain(reply.status);
      const { WORKER_URL: workerDoor } = doors;
      if (workerDoor === undefined) throw new Error("No door to the worker");
      const jobs = await jobMessages(world(), workerDoor, () => gateway.proxy(apiKey, proving));
      sinks.push({ name: "jobs, opened", text: jobs.join("\n") });
      sinks.push(...(await sinksOf(stack)));
    });
    for (const [name, { passed }] of Object.entries(doors))
      sinks.push({ name, text: passed.map((request) => JSON.stringify(request)).join("\n") });
    sinks.push({ name: "provider", text: JSON.stringify(simulator.record()) });
    sinks.push({ name: "log of the gateway", text: replica.logs() });
    await replica.stop();
    for (const door of Object.values(doors)) door.close();

    expect(findIn(sinks, [tag, "ground_truth"])).toEqual([]);
    expect(findInFiles(stack.stateDir, [tag])).toEqual([]);
    // The search has eyes: it finds what does travel.
    const seen = findIn(sinks, [phone, "[IBAN_1]", "complaints-2026"]);
    expect(seen).toContain(`${phone} in SANITISER_URL`);
    expect(seen).toContain("[IBAN_1] in jobs, opened");
    expect(seen).toContain("[IBAN_1] in provider");
    expect(seen.join()).toContain("complaints-2026 in audit database");
  }, 60_000);
}
