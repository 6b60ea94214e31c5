import { describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { brokerOf } from "../../support/broker.ts";
import { acceptedOf, jobDone } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest, PERSON_EN } from "../../support/texts.ts";

export function describeBroker(scenario: () => Scenario): void {
  describe("The broker", () => {
    test("When the broker closes every connection with a job in flight, then the job finishes with one provider call and is counted once", async () => {
      const { stack, simulator } = scenario();
      const { apiKey, jobId } = await started(scenario(), 8_000);
      await brokerOf(stack.broker).closeConnections();
      await expectFinished(scenario(), apiKey, jobId);
      expect(simulator.record()).toHaveLength(1);
    });

    test("While the broker is gone, requests get 503 and are not counted, and are served again when it is back", async () => {
      const { stack, gateway, simulator, customer } = scenario();
      const { apiKey } = await customer();
      const letIn = await brokerOf(stack.broker).lockOut();
      try {
        simulator.clear();
        const refused = await until("the gateway reports it", async () => {
          const reply = await gateway.proxy((await customer()).apiKey, letterRequest());
          return reply.status === 503 && reply;
        });
        const reply = await gateway.proxy(apiKey, letterRequest());
        for (const { status, body, headers } of [refused, reply]) {
          expect([status, body["error"]]).toEqual([503, "inference_service_unavailable"]);
          expect(headers["retry-after"]).toBe(String(body["retry_after_seconds"]));
        }
        expect((await gateway.usage(apiKey)).used).toBe(0);
      } finally {
        await letIn();
      }
      await until("requests are served again", async () => {
        const reply = await gateway.proxy((await customer()).apiKey, letterRequest());
        return reply.status === 200 || reply.status === 202;
      });
    });

    test("When the broker is gone with a job in flight, then the job is finished when it is back", async () => {
      const { stack } = scenario();
      const { apiKey, jobId } = await started(scenario(), 8_000);
      const before = stack.logs("inference-worker").length;
      const letIn = await brokerOf(stack.broker).lockOut();
      await until("the worker has lost the broker", () =>
        stack.logs("inference-worker").slice(before).includes("broker_unreachable"),
      );
      await letIn();
      await expectFinished(scenario(), apiKey, jobId);
    });

    test("When the worker is down, then jobs wait for it", async () => {
      const { stack, gateway, customer } = scenario();
      await stack.stop("inference-worker");
      const { apiKey } = await customer();
      const jobId = acceptedOf(await gateway.proxy(apiKey, letterRequest()));
      await stack.restart("inference-worker");
      await expectFinished(scenario(), apiKey, jobId);
    });
  });
}

async function started({ gateway, simulator, customer }: Scenario, ms: number) {
  const { apiKey } = await customer();
  simulator.clear();
  const request = letterRequest({ model: `sim-slow-${ms}` });
  const jobId = acceptedOf(await gateway.proxy(apiKey, request));
  await until("the provider has the request", () => simulator.record().length > 0);
  return { apiKey, jobId };
}

async function expectFinished({ gateway }: Scenario, apiKey: string, jobId: string): Promise<void> {
  const response = await jobDone(gateway, apiKey, jobId);
  expect(response).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: true });
  expect(response.result).toContain(PERSON_EN.iban);
  expect((await gateway.usage(apiKey)).used).toBe(1);
}
