import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Replica } from "@veil/local-stack";
import { answerTo, type Gateway, gatewayAt, type Reply } from "../support/gateway.ts";
import { letterRequest } from "../support/texts.ts";
import type { World } from "../support/world.ts";

export function describeFailClosed(world: () => World): void {
  describe("Fails closed", () => {
    dead(world);
    describe("While a service hangs", () => hanging(world));
  });
}

const SHORT_TIMEOUTS = { SANITISER_TIMEOUT_MS: "2000", BRIDGE_TIMEOUT_MS: "2000" };

/** The refusal, and that it left no trace: no byte at the provider, nothing counted. */
async function expectRefusal(world: World, code: string, send: (apiKey: string) => Promise<Reply>) {
  const { gateway, simulator, customer } = world;
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

function dead(world: () => World): void {
  const send = (apiKey: string) => world().gateway.proxy(apiKey, letterRequest());
  const expectService = async () => {
    const { apiKey } = await world().customer();
    await answerTo(world().gateway, apiKey, await send(apiKey));
  };

  test("When the sanitiser is killed, then 503, no byte at the provider and no quota used", async () => {
    const { stack } = world();
    await stack.kill("sanitiser");
    await expectRefusal(world(), "sanitizer_unavailable", send);
    await stack.restart("sanitiser");
    await expectService();
  });

  test("When the bridge is killed, then 503 token_service_unavailable, and it wins over the sanitiser", async () => {
    const { stack } = world();
    await stack.kill("bridge");
    await expectRefusal(world(), "token_service_unavailable", send);
    await stack.kill("sanitiser");
    await expectRefusal(world(), "token_service_unavailable", send);
    await stack.restart("bridge");
    await expectRefusal(world(), "sanitizer_unavailable", send);
    await stack.restart("sanitiser");
    await expectService();
  });
}

function hanging(world: () => World): void {
  const gateway = openReplica(world, async () => SHORT_TIMEOUTS);

  test.each([
    ["sanitiser", "sanitizer_unavailable"],
    ["bridge", "token_service_unavailable"],
  ] as const)("the %s: 503 %s after its time-out", async (service, code) => {
    const { stack } = world();
    stack.pause(service);
    try {
      await expectRefusal(world(), code, (key) => gateway().proxy(key, letterRequest()));
    } finally {
      stack.resume(service);
    }
  });
}

/** A gateway beside the stack's own, with other settings, for the tests of the enclosing `describe`. */
function openReplica(world: () => World, env: () => Promise<Readonly<Record<string, string>>>) {
  let replica: Replica | undefined;
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    replica = await world().stack.startReplica("edge-gateway", await env());
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
