import { expect } from "@jest/globals";
import { findIn, findInFiles, queryAs, type Sink, sinksOf } from "@veil/local-stack/inspection";
import { type Collector, until } from "@veil/testing";
import { Redis } from "ioredis";
import { brokerOf } from "../../support/broker.ts";
import type { Canaries } from "../../support/canaries.ts";
import type { Scenario } from "../../support/scenario.ts";

export async function checkPositiveControl(
  scenario: Scenario,
  waitingMessages: readonly Sink[],
  canaries: Canaries,
): Promise<void> {
  const { stack, gateway, simulator, customer } = scenario;
  const control = `Controlvalue Müßig ${Date.now()}`;
  const hidden = Buffer.from(`before ${control} after`);
  const { apiKey } = await customer();
  const reply = await gateway.proxy(apiKey, {
    prompt_template: "{positive_control}",
    context: { a: "b" },
  });
  for (const url of [stack.databases.gatewayAdminUrl, stack.databases.auditAdminUrl]) {
    await queryAs(url, "create table positive_control (text text, bytes bytea)");
    await queryAs(url, "insert into positive_control values ($1, $2)", [
      hidden.toString("base64"),
      hidden,
    ]);
    await queryAs(url, `do $$ begin raise log '%', '${control}'; end $$`);
  }
  const expected = ["gateway database", "audit database", "database log"];
  if (stack.redisUrl !== undefined) {
    const redis = new Redis(stack.redisUrl);
    await redis.hset("positive-control", "field", hidden.toString("hex"));
    redis.disconnect();
    expected.push("redis");
  }
  if (stack.broker !== undefined) {
    const broker = brokerOf(stack.broker);
    await broker.put("veil.dead", encodeURIComponent(control));
    await until("it waits", async () =>
      (await broker.waiting("veil.dead")).some(({ payload }) => /Controlvalue/.test(payload)),
    );
    expected.push("broker, veil.dead");
    const queues = new Set(waitingMessages.map(({ name }) => name));
    for (const queue of ["jobs", "results", "audit", "dead"])
      expect(queues).toContain(`broker, veil.${queue}`);
  }
  const sinks = await sinksOf(stack);
  const found = findIn(sinks, [control]);
  for (const place of expected) expect(found.join("\n")).toContain(`${control} in ${place}`);

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
    findIn([{ name: "errors", text: JSON.stringify(gateway.replies) }], ["positive_control"]),
  ).toHaveLength(1);
  const provider = { name: "provider", text: JSON.stringify(simulator.record()) };
  expect(findIn([provider], canaries.ordinary.slice(0, 3))).toHaveLength(3);
  if (stack.profile === "embedded") {
    await queryAs(stack.databases.gatewayAdminUrl, "checkpoint");
    expect(findInFiles(stack.stateDir, [control]).join("\n")).toMatch(/in postgres\//);
  }
}

/** Sends a model's name, which a trace may hold, and finds it in what the collector received. */
export async function checkTraceControl(
  { gateway }: Scenario,
  apiKey: string,
  collector: Collector,
): Promise<void> {
  const model = `control-model-${Date.now()}`;
  await gateway.proxy(apiKey, { prompt_template: "Say {a}", context: { a: "b" }, model });
  const sink = () => ({ name: "collector of traces", text: collector.text() });
  await until("the trace has arrived", () => findIn([sink()], [model]).length > 0);
  for (const name of ["store events", "store checkpoint", "sanitise"])
    expect(collector.spans().map((span) => span.name)).toContain(name);
}
