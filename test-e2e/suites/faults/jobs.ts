import { describe, expect, test } from "@jest/globals";
import type { ProxyResponse } from "@veil/contracts/public/proxy";
import type { Profile } from "@veil/local-stack";
import { queryAs } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { acceptedOf, answerTo, gatewayAt, jobDone } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest, PERSON_EN, valuesOf } from "../../support/texts.ts";

export const JOBS_ENV = { WAIT_TIMEOUT_MS: "300" };

export function describeJobs(scenario: () => Scenario, profile: Profile): void {
  describe("A job", () => {
    theWorkerDies(scenario);
    theGatewayDies(scenario);
    theDeadline(scenario);
    draining(scenario);
    if (profile === "embedded") theWorkerIsDown(scenario);
  });
}

const slow = (ms: number) => letterRequest({ model: `sim-slow-${ms}` });

function expectValues(response: ProxyResponse): void {
  expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
  for (const value of valuesOf(PERSON_EN)) expect(response.result).toContain(value);
}

async function started({ gateway, simulator, customer }: Scenario, ms: number) {
  const { apiKey } = await customer();
  simulator.clear();
  const jobId = acceptedOf(await gateway.proxy(apiKey, slow(ms)));
  await until("the provider has the request", () => simulator.record().length > 0);
  return { apiKey, jobId };
}

function theWorkerDies(scenario: () => Scenario): void {
  test("When the worker is killed with a job in flight, then a second attempt finishes the job, which is counted once", async () => {
    const { stack, gateway, simulator } = scenario();
    const { apiKey, jobId } = await started(scenario(), 800);
    await stack.kill("inference-worker");
    await stack.restart("inference-worker");
    const response = await jobDone(gateway, apiKey, jobId);
    expectValues(response);
    expect(response.compliance_trace.attempts).toBe(2);
    expect(simulator.record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });

  test("When the worker is killed in each attempt, then the provider is called exactly twice", async () => {
    const { stack, gateway, simulator } = scenario();
    const { apiKey, jobId } = await started(scenario(), 800);
    await stack.kill("inference-worker");
    await stack.restart("inference-worker");
    await until("the second attempt has begun", () => simulator.record().length > 1);
    await stack.kill("inference-worker");
    const before = stack.logs("inference-worker").length;
    await stack.restart("inference-worker");
    await until("the worker has logged that no attempt is left", () =>
      stack.logs("inference-worker").slice(before).includes("attempts_exhausted"),
    );
    // The job fails only at its deadline, because until then another worker could still deliver the
    // result.
    expect(acceptedOf(await gateway.job(apiKey, jobId))).toBe(jobId);
    expect(simulator.record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });
}

function theGatewayDies(scenario: () => Scenario): void {
  test("When the gateway is killed while a job runs, then the result is available after its restart, with restored values", async () => {
    const { stack, gateway, simulator } = scenario();
    const { apiKey, jobId } = await started(scenario(), 1_000);
    await stack.kill("edge-gateway");
    await stack.restart("edge-gateway");
    const response = await jobDone(gateway, apiKey, jobId);
    expectValues(response);
    expect(simulator.record()).toHaveLength(1);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });

  test("When gateway and worker are killed at once, then the job is finished after their restart", async () => {
    const { stack, gateway, simulator } = scenario();
    const { apiKey, jobId } = await started(scenario(), 800);
    await Promise.all([stack.kill("edge-gateway"), stack.kill("inference-worker")]);
    await Promise.all([stack.restart("edge-gateway"), stack.restart("inference-worker")]);
    expectValues(await jobDone(gateway, apiKey, jobId));
    expect(simulator.record()).toHaveLength(2);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });
}

function theDeadline(scenario: () => Scenario): void {
  test("When the deadline has passed before the worker starts a job, then the job is not run", async () => {
    const { stack, simulator, customer } = scenario();
    const { apiKey } = await customer();
    const env = { JOB_DEADLINE_MS: "1500", WAIT_TIMEOUT_MS: "200" };
    const replica = await stack.startReplica("edge-gateway", env);
    const gateway = gatewayAt(replica.url);
    simulator.clear();
    try {
      stack.pause("inference-worker");
      const jobId = acceptedOf(await gateway.proxy(apiKey, letterRequest()));
      const late = "select 1 from jobs where job_id = $1 and deadline_at < now()";
      await until("its deadline has passed", async () => {
        const rows = await queryAs<object>(stack.databases.gatewayAdminUrl, late, [jobId]);
        return rows.length > 0;
      });
      stack.resume("inference-worker");
      expect(await jobDone(gateway, apiKey, jobId)).toMatchObject({
        status: "JOB_STATUS_FAILED",
        error_message: "The request's deadline passed before an answer was available",
      });
      expect(simulator.record()).toEqual([]);
    } finally {
      stack.resume("inference-worker");
      await gateway.close();
      await replica.stop();
    }
  });
}

function draining(scenario: () => Scenario): void {
  test("When the gateway shuts down, then the request in flight gets its response, and its job is finished", async () => {
    const { stack, simulator, customer } = scenario();
    const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "10000" });
    const gateway = gatewayAt(replica.url);
    try {
      const { apiKey } = await customer();
      simulator.clear();
      const answering = gateway.proxy(apiKey, slow(500));
      await until("the provider has the request", () => simulator.record().length > 0);
      const [reply] = await Promise.all([answering, replica.stop()]);
      await expect(gateway.usage(apiKey)).rejects.toThrow();
      expectValues(await answerTo(scenario().gateway, apiKey, reply));
      expect((await scenario().gateway.usage(apiKey)).used).toBe(1);
    } finally {
      await gateway.close();
      await replica.stop();
    }
  });

  test("When the worker shuts down, then it finishes the job in flight", async () => {
    const { stack, gateway, simulator } = scenario();
    const { apiKey, jobId } = await started(scenario(), 500);
    await stack.stop("inference-worker");
    const response = await jobDone(gateway, apiKey, jobId);
    await stack.restart("inference-worker");
    expectValues(response);
    expect(response.compliance_trace.attempts).toBe(1);
    expect(simulator.record()).toHaveLength(1);
  });
}

function theWorkerIsDown(scenario: () => Scenario): void {
  test("When the worker is down, then requests get 503 at once, and nothing is counted", async () => {
    const { stack, gateway, customer } = scenario();
    const { apiKey } = await customer();
    await stack.kill("inference-worker");
    const refused = await until("the gateway reports it", async () => {
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
