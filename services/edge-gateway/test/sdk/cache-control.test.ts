import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { codeOf } from "../support/native-client.ts";
import { callSdk, sdkBody, sentJob, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";
import { keyWithTools } from "../support/tools.ts";

const POLICY: CallPolicy = { tools: { allowed: true }, extensions: ["cache_control"] };
const opened: TestGateway[] = [];
afterAll(() => Promise.all(opened.map((gateway) => gateway.close())));

async function start(settings: Readonly<Record<string, string>>): Promise<TestGateway> {
  const gateway = await startTestGateway({ TOOLS_ENABLED: "true", ...settings });
  opened.push(gateway);
  return gateway;
}

const mark = { type: "ephemeral" };
const hour = { type: "ephemeral", ttl: "1h" };
const MARKED = sdkBody("messages", {
  cache_control: hour,
  system: [
    { type: "text", text: "Be brief." },
    { type: "text", text: "Be kind.", cache_control: mark },
  ],
  tools: [{ name: "find", input_schema: {}, cache_control: mark }],
  messages: [
    { role: "user", content: [{ type: "text", text: "Hi Ann Weber", cache_control: mark }] },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "a", name: "find", input: {}, cache_control: hour }],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "a", content: "ok", cache_control: mark }],
    },
  ],
});
const PLACES = [
  ["the body", { cache_control: mark }],
  ["a system text", { system: [{ type: "text", text: "a", cache_control: mark }] }],
  ["a tool", { tools: [{ name: "a", input_schema: {}, cache_control: mark }] }],
  [
    "a text",
    { messages: [{ role: "user", content: [{ type: "text", text: "a", cache_control: mark }] }] },
  ],
] as const;

async function sendTo(gateway: TestGateway, body: object, policy = POLICY, managedAi = false) {
  gateway.worker.direct.length = 0;
  const key = await keyWithTools(gateway, { policy, order: { tier: "enterprise", managedAi } });
  if (!managedAi) return await callSdk(gateway, "messages", body, { key });
  return await request(gateway.app).post("/v1/messages").set("x-api-key", key).send(body);
}

describeWithServer("postgres", "cache_control", () => {
  let forwarding: TestGateway;
  let stripping: TestGateway;
  let rejecting: TestGateway;
  beforeAll(async () => {
    forwarding = await start({ CACHE_CONTROL: "forward" });
    stripping = await start({ CACHE_CONTROL: "strip" });
    rejecting = await start({});
  });

  test("with CACHE_CONTROL=forward and the customer's provider key, all marks reach the worker in their places", async () => {
    expect((await sendTo(forwarding, MARKED)).status).toBe(200);
    const { options, messages } = sentJob(forwarding);
    expect(options).toMatchObject({
      ...{ cache_control: hour, tools: [{ name: "find", cache_control: mark }] },
    });
    const marks = messages
      .slice(1)
      .map(({ content }) =>
        content.map((block) => "cache_control" in block && block.cache_control),
      );
    expect(marks).toEqual([[false, mark], [mark], [hour], [mark]]);
    expect(JSON.stringify(messages)).toContain("Hi [PERSON_1]");
  });

  test.each([
    ["CACHE_CONTROL=forward and the operator's provider key", () => forwarding, true],
    ["CACHE_CONTROL=strip", () => stripping, false],
  ] as const)("with %s, the request is sent without marks", async (_how, gateway, managedAi) => {
    expect((await sendTo(gateway(), MARKED, POLICY, managedAi)).status).toBe(200);
    const job = sentJob(gateway());
    expect(JSON.stringify(job)).not.toContain("ephemeral");
    expect(job.messages.slice(1).map(({ content }) => content.length)).toEqual([2, 1, 1, 1]);
    expect(job.options.tools).toEqual([{ name: "find", input_schema: "{}" }]);
  });

  test("with CACHE_CONTROL=strip, marks in chat completions are removed", async () => {
    const key = await keyWithTools(stripping, { policy: POLICY });
    const content = [{ type: "text", text: "Hi", cache_control: mark }];
    const body = sdkBody("chat", { messages: [{ role: "user", content }] });
    stripping.worker.direct.length = 0;
    expect((await callSdk(stripping, "chat", body, { key })).status).toBe(200);
    expect(JSON.stringify(sentJob(stripping))).not.toContain("ephemeral");
  });

  describe("without permission", () => {
    test.each(PLACES)(
      "a mark in %s is refused when the setting is absent, and when the key's policy has no such extension",
      async (_place, more) => {
        const body = sdkBody("messages", more);
        for (const answer of [
          await sendTo(rejecting, body),
          await sendTo(forwarding, body, { tools: { allowed: true } }),
        ]) {
          expect(codeOf(answer)).toEqual([400, "cache_control_not_supported"]);
          expect(answer.body.hint).toMatch(/CACHE_CONTROL.*cache_control/);
        }
        expect([forwarding, rejecting].flatMap(({ worker }) => worker.direct)).toEqual([]);
      },
    );
  });

  test("a mark of an unknown form is refused, because it could contain text", async () => {
    for (const cache_control of [{ type: "Ann" }, { ...mark, ttl: "Ann" }, { ...mark, note: "a" }])
      expect(codeOf(await sendTo(stripping, sdkBody("messages", { cache_control })))).toEqual([
        ...[400, "invalid_field"],
      ]);
  });

  test("POST /v1/messages/count_tokens accepts marks", async () => {
    const key = await keyWithTools(stripping, { policy: POLICY });
    const { max_tokens: _limit, ...body } = MARKED as Record<string, unknown>;
    const answer = await request(stripping.app)
      .post("/v1/messages/count_tokens")
      .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
      .send(body);
    expect(answer.status).toBe(200);
  });
});
