import { expect } from "@jest/globals";
import { until } from "@veil/testing";
import { Redis } from "ioredis";
import { queryAs } from "../support/audit-log.ts";
import { brokerOf } from "../support/broker.ts";
import type { Canaries } from "../support/canaries.ts";
import { findIn, type Sink } from "../support/search.ts";
import { findInFiles, sinksOf } from "../support/sinks.ts";
import type { World } from "../support/world.ts";

/** Puts a value into each kind of place, in different clothes, and finds it there. */
export async function proveEyes(
  world: World,
  peeked: readonly Sink[],
  canaries: Canaries,
): Promise<void> {
  const { stack, gateway, simulator, customer } = world;
  const eye = `Eyeball Müßig ${Date.now()}`;
  const hidden = Buffer.from(`before ${eye} after`);
  const { apiKey } = await customer();
  const reply = await gateway.proxy(apiKey, {
    prompt_template: "{eyes_are_open}",
    context: { a: "b" },
  });
  for (const url of [stack.databases.gatewayAdminUrl, stack.databases.auditAdminUrl]) {
    await queryAs(url, "create table canary_eyes (text text, bytes bytea)");
    await queryAs(url, "insert into canary_eyes values ($1, $2)", [
      hidden.toString("base64"),
      hidden,
    ]);
    await queryAs(url, `do $$ begin raise log '%', '${eye}'; end $$`);
  }
  const expected = ["gateway database", "audit database", "database log"];
  if (stack.redisUrl !== undefined) {
    const redis = new Redis(stack.redisUrl);
    await redis.hset("canary-eyes", "field", hidden.toString("hex"));
    redis.disconnect();
    expected.push("redis");
  }
  if (stack.broker !== undefined) {
    const broker = brokerOf(stack.broker);
    await broker.put("veil.dead", encodeURIComponent(eye));
    await until("it waits", async () =>
      (await broker.peek("veil.dead")).some(({ payload }) => /Eyeball/.test(payload)),
    );
    expected.push("broker, veil.dead");
    const queues = new Set(peeked.map(({ name }) => name));
    for (const queue of ["jobs", "results", "audit", "dead"])
      expect(queues).toContain(`broker, veil.${queue}`);
  }
  const sinks = await sinksOf(stack);
  const found = findIn(sinks, [eye]);
  for (const place of expected) expect(found.join("\n")).toContain(`${eye} in ${place}`);

  const requestId = reply.headers["x-request-id"] ?? "";
  expect(findIn(sinks, [requestId])).toEqual([`${requestId} in log of edge-gateway`]);
  for (const service of [
    "bridge",
    "sanitiser",
    "inference-worker",
    "audit",
    "veil-signer",
  ] as const)
    expect(stack.logs(service)).toContain(`"service":"${service}"`);
  const route = findIn(sinks, ["/api/v1/proxy/messages"]);
  expect(route).toContain("/api/v1/proxy/messages in /metrics of edge-gateway");
  expect(
    findIn([{ name: "errors", text: JSON.stringify(gateway.replies) }], ["eyes_are_open"]),
  ).toHaveLength(1);
  const provider = { name: "provider", text: JSON.stringify(simulator.record()) };
  expect(findIn([provider], canaries.ordinary.slice(0, 3))).toHaveLength(3);
  if (stack.profile === "embedded") {
    await queryAs(stack.databases.gatewayAdminUrl, "checkpoint");
    expect(findInFiles(stack.stateDir, [eye]).join("\n")).toMatch(/in postgres\//);
  }
}
