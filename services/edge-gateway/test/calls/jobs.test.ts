import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { freshEmail } from "../support/fresh.ts";
import {
  acceptedOf,
  callNatively,
  codeOf,
  finalOf,
  letterRequest,
  readJob,
  usageOf,
} from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let apiKey = "";
let other = "";
beforeAll(async () => {
  gateway = await startTestGateway({ WAIT_TIMEOUT_MS: "50" });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  gateway.worker.jobIds.length = 0;
  gateway.worker.hold();
  ({ apiKey } = await gateway.provision());
  ({ apiKey: other } = await gateway.provision());
});
afterEach(() => gateway.worker.letGo());

async function started(key = apiKey) {
  const reply = await callNatively(gateway, key, letterRequest());
  const jobId = acceptedOf(reply);
  await until("the worker has it", () => gateway.worker.jobIds.includes(jobId));
  return { jobId, reply };
}

const settled = (jobId: string, key = apiKey) =>
  until("the job is done", async () => {
    const reply = await readJob(gateway, key, jobId);
    if (reply.status !== 202) return finalOf(reply);
    acceptedOf(reply);
    return undefined;
  });

describeWithServer("postgres", "A job", () => {
  // @spec CALL-31 STATE-3 STATE-4 CALL-33 LIM-4 DEC-7
  test("When the wait is over, then the client gets 202 with the job's URL, and can read the answer there later", async () => {
    const { jobId, reply } = await started();
    const path = `/api/v1/proxy/jobs/${jobId}`;
    expect(reply.headers["location"]).toBe(path);
    expect(reply.body).toEqual({ status: "processing", job_id: jobId });
    const early = await request(gateway.app).get(path).set("x-api-key", apiKey);
    expect(acceptedOf(early)).toBe(jobId);

    gateway.worker.letGo();
    const response = await settled(jobId);
    expect(response).toMatchObject({
      status: "JOB_STATUS_COMPLETED",
      relinked: true,
      result: letterRequest().context.letter,
      compliance_trace: { job_id: jobId, attempts: 1 },
    });
    expect((await usageOf(gateway, apiKey)).used).toBe(1);
    expect(gateway.worker.jobIds).toEqual([jobId]);
  });

  test("Another customer's job and an unknown job get the same 404", async () => {
    const { jobId } = await started();
    const ask = async (id: string) => {
      const { status, body } = await readJob(gateway, other, id);
      return { status, body: { ...body, request_id: "" } };
    };
    const theirs = await ask(jobId);
    expect(theirs).toMatchObject({ status: 404, body: { error: "job_not_found" } });
    expect(theirs).toEqual(await ask(`job_${"0".repeat(32)}`));
    expect(theirs).toEqual(await ask("nonsense%00"));
    gateway.worker.letGo();
    await settled(jobId);
    expect(theirs).toEqual(await ask(jobId));
  });

  test("Another key of the same customer gets the answer with its placeholders", async () => {
    const email = freshEmail();
    const [first, second] = [
      await gateway.provision({ email }),
      await gateway.provision({ email }),
    ];
    expect(second.customerId).toBe(first.customerId);
    const { jobId } = await started(first.apiKey);
    gateway.worker.letGo();
    const other = await settled(jobId, second.apiKey);
    expect(other).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: false });
    expect(other.result).toBe("[PERSON_1] writes from [EMAIL_1].");
    expect((await settled(jobId, first.apiKey)).relinked).toBe(true);
  });

  test("With relink=false a job is read with its placeholders, and afterwards still with its values", async () => {
    const { jobId } = await started();
    gateway.worker.letGo();
    await settled(jobId);
    const read = (relink: string) => readJob(gateway, apiKey, `${jobId}?relink=${relink}`);
    const before = finalOf(await read("false"));
    expect(before).toMatchObject({
      ...{ relinked: false, result: "[PERSON_1] writes from [EMAIL_1]." },
      compliance_trace: { relink_requested: true },
    });
    expect(before).not.toHaveProperty("hint");
    expect(finalOf(await read("true"))).toEqual(finalOf(await readJob(gateway, apiKey, jobId)));
    expect(finalOf(await read("true"))).toMatchObject({ relinked: true });
    expect(codeOf(await read("no"))).toEqual([400, "invalid_field"]);
  });

  // @spec CALL-33
  test("A deleted job gets 404, whether it was finished or not", async () => {
    const remove = async (jobId: string, key = apiKey) =>
      (await request(gateway.app).delete(`/api/v1/proxy/jobs/${jobId}`).set("x-api-key", key))
        .status;
    const { jobId: done } = await started();
    expect(await remove(done, other)).toBe(404);
    gateway.worker.letGo();
    await settled(done);
    gateway.worker.hold();
    const { jobId: running } = await started();
    for (const jobId of [done, running]) {
      expect(await remove(jobId)).toBe(204);
      expect(codeOf(await readJob(gateway, apiKey, jobId))).toEqual([404, "job_not_found"]);
      expect(await remove(jobId)).toBe(404);
    }
    const { jobId: last } = await started();
    gateway.worker.letGo();
    await settled(last);
    expect((await readJob(gateway, apiKey, running)).status).toBe(404);
    const left = `select state, facts, num_nonnulls(relink_map, answer, certificate_draft) kept
      from jobs where job_id = $1`;
    expect(await gateway.database.owner.query(left, [running])).toEqual([
      { state: "gone", facts: {}, kept: 0 },
    ]);
  });

  test("When a replica shuts down, then waiting clients get 202 and another replica serves the answer", async () => {
    const ending = await gateway.replica({
      WAIT_TIMEOUT_MS: "60000",
      // The grace is reserved for the last responses, so waiting requests end at once.
      SHUTDOWN_GRACE_MS: "1000",
    });
    const waiting = callNatively(ending, apiKey, letterRequest());
    await until("the worker has it", () => gateway.worker.jobIds.length > 0);
    await ending.drain?.();
    const jobId = acceptedOf(await waiting);
    gateway.worker.letGo();
    expect((await settled(jobId)).relinked).toBe(true);
    await ending.close();
  });

  // @spec ERR-25
  test("When the worker does not respond, then the request gets 503 at once, and nothing is counted", async () => {
    const unreachable = await gateway.replica({ WORKER_URL: "http://127.0.0.1:1" });
    const refused = await callNatively(unreachable, apiKey, letterRequest());
    await unreachable.close();
    expect(codeOf(refused)).toEqual([503, "inference_service_unavailable"]);
    expect(refused.body.retry_after_seconds).toEqual(expect.any(Number));
    expect((await usageOf(gateway, apiKey)).used).toBe(0);
  });
});
