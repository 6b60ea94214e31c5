import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Replica } from "@veil/local-stack";
import { answerTo, type Gateway, gatewayAt, type Reply } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterRequest } from "../../support/texts.ts";

export function describeFailClosed(scenario: () => Scenario): void {
  describe("The gateway fails closed", () => {
    dead(scenario);
    describe("While a service hangs", () => hanging(scenario));
  });
}

const SHORT_TIMEOUTS = { SANITISER_TIMEOUT_MS: "2000", BRIDGE_TIMEOUT_MS: "2000" };

/** Expects a refusal with 503, no byte at the provider, and no use of the quota. */
async function expectRefusal(
  scenario: Scenario,
  code: string,
  send: (apiKey: string) => Promise<Reply>,
) {
  const { gateway, simulator, customer } = scenario;
  const { apiKey } = await customer();
  simulator.clear();
  const reply = await send(apiKey);
  expect(reply.status).toBe(503);
  expect(reply.body).toEqual({
    error: code,
    message: expect.any(String),
    retry_after_seconds: expect.any(Number),
    request_id: reply.headers["x-request-id"],
  });
  expect(reply.headers["retry-after"]).toBe(String(reply.body["retry_after_seconds"]));
  expect(reply.text).not.toMatch(/Holloway|Weber|example|ECONN|stack/);
  expect(simulator.record()).toEqual([]);
  expect((await gateway.usage(apiKey)).used).toBe(0);
}

function dead(scenario: () => Scenario): void {
  const send = (apiKey: string) => scenario().gateway.proxy(apiKey, letterRequest());
  const expectService = async () => {
    const { apiKey } = await scenario().customer();
    await answerTo(scenario().gateway, apiKey, await send(apiKey));
  };

  test("When the sanitiser is killed, then requests get 503, send no byte to the provider and use no quota", async () => {
    const { stack } = scenario();
    await stack.kill("sanitiser");
    await expectRefusal(scenario(), "sanitizer_unavailable", send);
    await stack.restart("sanitiser");
    await expectService();
  });

  test("When the bridge is killed, then requests get 503 token_service_unavailable, even if the sanitiser is killed too", async () => {
    const { stack } = scenario();
    await stack.kill("bridge");
    await expectRefusal(scenario(), "token_service_unavailable", send);
    await stack.kill("sanitiser");
    await expectRefusal(scenario(), "token_service_unavailable", send);
    await stack.restart("bridge");
    await expectRefusal(scenario(), "sanitizer_unavailable", send);
    await stack.restart("sanitiser");
    await expectService();
  });
}

function hanging(scenario: () => Scenario): void {
  const gateway = openReplica(scenario, async () => SHORT_TIMEOUTS);

  test.each([
    ["sanitiser", "sanitizer_unavailable"],
    ["bridge", "token_service_unavailable"],
  ] as const)("when the %s hangs, then requests get 503 %s", async (service, code) => {
    const { stack } = scenario();
    stack.pause(service);
    try {
      await expectRefusal(scenario(), code, (key) => gateway().proxy(key, letterRequest()));
    } finally {
      stack.resume(service);
    }
  });
}

function openReplica(
  scenario: () => Scenario,
  env: () => Promise<Readonly<Record<string, string>>>,
) {
  let replica: Replica | undefined;
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    replica = await scenario().stack.startReplica("edge-gateway", await env());
    gateway = gatewayAt(replica.url);
  });
  afterAll(async () => {
    await gateway?.close();
    await replica?.stop();
  });
  return () => {
    if (gateway === undefined) throw new Error("The replica did not start");
    return gateway;
  };
}
