import { expect, test } from "@jest/globals";
import type { ProxyResponse } from "@veil/contracts/public/proxy";
import { until } from "@veil/testing";
import { acceptedOf, finalOf, type Gateway, gatewayAt } from "./support/gateway.ts";
import { letterRequest, PERSON_EN, valuesOf } from "./support/texts.ts";
import { describeProfiles, type World } from "./support/world.ts";

const WAIT_MS = 300;

describeProfiles(
  "A job",
  (world, profile) => {
    later(world);
    deleted(world);
    theWorkerDies(world);
    theGatewayDies(world);
    theDeadline(world);
    draining(world);
    if (profile === "embedded") theWorkerIsDown(world);
  },
  { env: () => ({ "edge-gateway": { WAIT_TIMEOUT_MS: String(WAIT_MS) } }) },
);

const slow = (ms: number) => letterRequest({ model: `sim-slow-${ms}` });

/** The final answer of a job that was accepted. */
function settled(gateway: Gateway, apiKey: string, jobId: string): Promise<ProxyResponse> {
  const probe = async () => {
    const reply = await gateway.job(apiKey, jobId);
    if (reply.status !== 202) return finalOf(reply);
    acceptedOf(reply);
    return undefined;
  };
  return until(`the job ${jobId} is done`, probe, 30_000);
}

function expectValues(response: ProxyResponse): void {
  expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
  for (const value of valuesOf(PERSON_EN)) expect(response.result).toContain(value);
}

/** Sends a slow request and waits until the provider has it. */
async function started({ gateway, simulator, customer }: World, ms: number) {
  const { apiKey } = await customer();
  simulator.clear();
  const jobId = acceptedOf(await gateway.proxy(apiKey, slow(ms)));
  await until("the provider has the request", () => simulator.record().length > 0);
  return { apiKey, jobId };
}

function later(world: () => World): void {
  test("When the time to wait is over, then 202 and where to ask, and later the answer", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    simulator.clear();
    const reply = await gateway.proxy(apiKey, slow(900));
    const jobId = acceptedOf(reply);
    expect(reply.headers["location"]).toBe(`/api/v1/proxy/jobs/${jobId}`);
    expect(reply.body).toEqual({ status: "processing", job_id: jobId });
    const early = await gateway.call({ path: reply.headers["location"] ?? "", apiKey });
    expect(acceptedOf(early)).toBe(jobId);

    const response = await settled(gateway, apiKey, jobId);
    expectValues(response);
    expect(response.compliance_trace).toMatchObject({ job_id: jobId, attempts: 1 });
    expect((await gateway.usage(apiKey)).used).toBe(1);
    expect(simulator.record()).toHaveLength(1);
  });

  test("Another customer's job, and an unknown one, look the same", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const { apiKey: stranger } = await customer();
    const jobId = acceptedOf(await gateway.proxy(apiKey, slow(500)));
    const ask = async (id: string) => {
      const { status, body } = await gateway.job(stranger, id);
      return { status, body: { ...body, request_id: "" } };
    };
    const theirs = await ask(jobId);
    expect(theirs).toMatchObject({ status: 404, body: { error: "job_not_found" } });
    expect(theirs).toEqual(await ask(`job_${"0".repeat(32)}`));
    expect(theirs).toEqual(await ask("nonsense%00"));
    await settled(gateway, apiKey, jobId);
    expect(theirs).toEqual(await ask(jobId));
  });

  test("Another key of the same customer gets the answer with its placeholders", async () => {
    const { stack, gateway, customer } = world();
    const email = `two-keys-${stack.profile}@example.org`;
    const [first, second] = [
      await customer({ tier: "pro", email }),
      await customer({ tier: "pro", email }),
    ];
    expect(second.customerId).toBe(first.customerId);
    const jobId = acceptedOf(await gateway.proxy(first.apiKey, slow(500)));
    const other = await settled(gateway, second.apiKey, jobId);
    expect(other).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: false });
    expect(other.result).toContain("[IBAN_1]");
    for (const value of valuesOf(PERSON_EN)) expect(other.result).not.toContain(value);
  });

  test("Another replica gives the answer, and its own requests get theirs", async () => {
    const { stack, gateway, customer } = world();
    const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "20000" });
    const other = gatewayAt(replica.url);
    try {
      const { apiKey } = await customer({ tier: "enterprise" });
      const jobId = acceptedOf(await gateway.proxy(apiKey, slow(600)));
      expectValues(await settled(other, apiKey, jobId));
      const sent = Array.from({ length: 8 }, () => other.proxy(apiKey, slow(100)));
      for (const reply of await Promise.all(sent)) expectValues(finalOf(reply));
    } finally {
      await other.close();
      await replica.stop();
    }
  });
}

function deleted(world: () => World): void {
  test("A deleted job is gone, before it is done and after", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const { apiKey: stranger } = await customer();
    const remove = async (jobId: string, key = apiKey) => {
      const path = `/api/v1/proxy/jobs/${jobId}`;
      return (await gateway.call({ method: "DELETE", path, apiKey: key })).status;
    };
    const done = acceptedOf(await gateway.proxy(apiKey, slow(400)));
    expect(await remove(done, stranger)).toBe(404);
    await settled(gateway, apiKey, done);
    const running = acceptedOf(await gateway.proxy(apiKey, slow(600)));
    for (const jobId of [done, running]) {
      expect(await remove(jobId)).toBe(204);
      expect((await gateway.job(apiKey, jobId)).status).toBe(404);
      expect(await remove(jobId)).toBe(404);
    }
    const last = acceptedOf(await gateway.proxy(apiKey, slow(900)));
    expectValues(await settled(gateway, apiKey, last));
    expect((await gateway.job(apiKey, running)).status).toBe(404);
  });
}

function theWorkerDies(world: () => World): void {
  test("When the worker is killed with a job in hand, then a second attempt finishes it, counted once", async () => {
    const { stack, gateway, simulator } = world();
    const { apiKey, jobId } = await started(world(), 800);
    await stack.kill("inference-worker");
    await stack.restart("inference-worker");
    const response = await settled(gateway, apiKey, jobId);
    expectValues(response);
    expect(response.compliance_trace.attempts).toBe(2);
    expect(simulator.record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });

  test("When each attempt kills the worker, then the provider is asked twice and not once more", async () => {
    const { stack, gateway, simulator } = world();
    const { apiKey, jobId } = await started(world(), 800);
    await stack.kill("inference-worker");
    await stack.restart("inference-worker");
    await until("the second attempt is there", () => simulator.record().length > 1);
    await stack.kill("inference-worker");
    const before = stack.logs("inference-worker").length;
    await stack.restart("inference-worker");
    await until(
      "the worker has said that no attempt is left",
      () => stack.logs("inference-worker").slice(before).includes("attempts_exhausted"),
      30_000,
    );
    // It fails at its deadline: until then another worker might still have the answer.
    expect(acceptedOf(await gateway.job(apiKey, jobId))).toBe(jobId);
    expect(simulator.record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });
}

function theGatewayDies(world: () => World): void {
  test("When the gateway is killed while a job runs, then the answer is there afterwards, with its values", async () => {
    const { stack, gateway, simulator } = world();
    const { apiKey, jobId } = await started(world(), 1_000);
    await stack.kill("edge-gateway");
    await stack.restart("edge-gateway");
    const response = await settled(gateway, apiKey, jobId);
    expectValues(response);
    expect(simulator.record()).toHaveLength(1);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });

  test("When gateway and worker are killed at once, then the job is finished all the same", async () => {
    const { stack, gateway, simulator } = world();
    const { apiKey, jobId } = await started(world(), 800);
    await Promise.all([stack.kill("edge-gateway"), stack.kill("inference-worker")]);
    await Promise.all([stack.restart("edge-gateway"), stack.restart("inference-worker")]);
    expectValues(await settled(gateway, apiKey, jobId));
    expect(simulator.record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });
}

function theDeadline(world: () => World): void {
  test("When the deadline has passed before the worker gets to it, then the job is not run", async () => {
    const { stack, simulator, customer } = world();
    const { apiKey } = await customer();
    const env = { JOB_DEADLINE_MS: "1500", WAIT_TIMEOUT_MS: "200" };
    const replica = await stack.startReplica("edge-gateway", env);
    const gateway = gatewayAt(replica.url);
    simulator.clear();
    try {
      stack.pause("inference-worker");
      const jobId = acceptedOf(await gateway.proxy(apiKey, letterRequest()));
      const deadline = Date.now() + 3_000;
      await until("the deadline has passed", () => Date.now() > deadline);
      stack.resume("inference-worker");
      expect(await settled(gateway, apiKey, jobId)).toMatchObject({
        status: "JOB_STATUS_FAILED",
        error_message: "The deadline of the request passed before an answer was there",
      });
      expect(simulator.record()).toEqual([]);
    } finally {
      stack.resume("inference-worker");
      await gateway.close();
      await replica.stop();
    }
  }, 40_000);
}

function draining(world: () => World): void {
  test("When the gateway is asked to end, then the request in hand is answered, and its job is finished", async () => {
    const { stack, simulator, customer } = world();
    const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "10000" });
    const gateway = gatewayAt(replica.url);
    try {
      const { apiKey } = await customer();
      simulator.clear();
      const answering = gateway.proxy(apiKey, slow(500));
      await until("the provider has the request", () => simulator.record().length > 0);
      const [reply] = await Promise.all([answering, replica.stop()]);
      await expect(gateway.usage(apiKey)).rejects.toThrow();
      if (reply.status === 200) expectValues(finalOf(reply));
      else expectValues(await settled(world().gateway, apiKey, acceptedOf(reply)));
      expect((await world().gateway.usage(apiKey)).used).toBe(1);
    } finally {
      await gateway.close();
      await replica.stop();
    }
  });

  test("When the worker is asked to end, then it finishes the job in hand", async () => {
    const { stack, gateway, simulator } = world();
    const { apiKey, jobId } = await started(world(), 500);
    await stack.stop("inference-worker");
    const response = await settled(gateway, apiKey, jobId);
    await stack.restart("inference-worker");
    expectValues(response);
    expect(response.compliance_trace.attempts).toBe(1);
    expect(simulator.record()).toHaveLength(1);
  });
}

function theWorkerIsDown(world: () => World): void {
  test("When the worker is down, then 503 at once, and nothing is counted", async () => {
    const { stack, gateway, customer } = world();
    const { apiKey } = await customer();
    await stack.kill("inference-worker");
    const refused = await until("the gateway knows", async () => {
      const reply = await gateway.proxy(apiKey, letterRequest());
      return reply.status === 503 && reply;
    });
    expect(refused.body).toMatchObject({
      error: "inference_service_unavailable",
      retry_after_seconds: expect.any(Number),
    });
    await stack.restart("inference-worker");
    const { used } = await gateway.usage(apiKey);
    expect(used).toBeLessThanOrEqual(1);
  });
}
