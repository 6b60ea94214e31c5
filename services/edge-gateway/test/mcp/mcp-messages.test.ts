import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { ERROR_STATUS } from "@veil/contracts/errors";
import type { CallPolicy } from "@veil/contracts/public/call-policy";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { setCallPolicy } from "../support/changes.ts";
import { MCP_PATH } from "../support/mcp-client.ts";
import { codeOf } from "../support/native-client.ts";
import { LETTER, textsSent, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let apiKey: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ apiKey } = await gateway.provision({ tier: "enterprise", managedAi: false }));
});
beforeEach(() => {
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const CLIENT = { accept: "application/json, text/event-stream" };
const messages = [{ role: "user", content: LETTER }];

const post = (headers: Readonly<Record<string, string>> = {}) =>
  request(gateway.app)
    .post(MCP_PATH)
    .set({ "x-api-key": apiKey, "x-upstream-key": UPSTREAM_KEYS.messages, ...headers });

const send = (message: object, headers: Readonly<Record<string, string>> = {}) =>
  post(headers).send({ jsonrpc: "2.0", id: 1, ...message });

const call = async (name: string, given: object, headers: Readonly<Record<string, string>> = {}) =>
  (await send({ method: "tools/call", params: { name, arguments: given } }, headers)).body.result;

describeWithServer("postgres", "A key's policy binds MCP calls", () => {
  const keyWith = async (mcp: NonNullable<CallPolicy["mcp"]>) => {
    const { apiKey: key, keyId } = await gateway.provision({ tier: "pro", managedAi: false });
    await setCallPolicy(gateway.stores.apiKeys, keyId, { mcp });
    return { "x-api-key": key };
  };
  const ask = (given: object, headers: Readonly<Record<string, string>>) =>
    call("private_inference", { messages, ...given }, headers);

  // @spec MCP-1
  test.each([
    ["prepend", ["Ours", "Theirs"]],
    ["append", ["Theirs", "Ours"]],
    ["replace", ["Ours"]],
  ] as const)(
    "With the mode %s, the worker receives the policy's prompt (Ours) and the client's (Theirs) as %j",
    async (mode, system) => {
      const headers = await keyWith({ system_prompt: { mode, text: "Ours" } });
      expect((await ask({ system: "Theirs" }, headers)).isError).toBeUndefined();
      expect(textsSent(gateway).filter(([role]) => role === "system")).toContainEqual([
        "system",
        ...system,
      ]);
    },
  );

  // @spec DEC-3
  test("With forbid_client_system, a client's own system prompt is refused before anything is sent", async () => {
    const headers = await keyWith({
      system_prompt: { mode: "forbid_client_system", text: "Ours" },
    });
    const refused = await ask({ system: "Theirs" }, headers);
    expect(refused.content[0].text).toMatch(/^key_policy_forbids: /);
    expect(gateway.worker.direct).toHaveLength(0);
    await ask({}, headers);
    expect(textsSent(gateway)).toContainEqual(["system", "Ours"]);
  });

  test("an identifier in the policy's system prompt is found at each call, and the call is refused", async () => {
    const text = "Write to help@desk.example";
    const headers = await keyWith({ system_prompt: { mode: "prepend", text } });
    const refused = await ask({}, headers);
    expect(refused.content[0].text).toMatch(/^system_prompt_pii_detected: /);
    expect(refused.content[0].text).not.toContain("desk.example");
    expect(gateway.worker.direct).toHaveLength(0);
  });

  // @spec DEC-3
  test("only models on the policy's list are used, and the first one if the call names none", async () => {
    const headers = await keyWith({ allowed_models: ["m-1", "m-2"] });
    expect((await ask({ model: "m-3" }, headers)).content[0].text).toMatch(
      /^key_policy_forbids: .*m-1, m-2/,
    );
    for (const [given, model] of [
      [{}, "m-1"],
      [{ model: "m-2" }, "m-2"],
    ] as const) {
      gateway.worker.direct.length = 0;
      await ask(given, headers);
      expect(gateway.worker.direct).toMatchObject([{ model }]);
    }
  });

  // @spec DEC-3
  test("a tool that is not on the policy's list is neither listed nor run", async () => {
    const headers = await keyWith({ allowed_tools: ["scan_text"] });
    const { body } = await send({ method: "tools/list" }, headers);
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(["scan_text"]);
    for (const [name, given] of [
      ["private_inference", { messages }],
      ["get_usage", {}],
    ] as const) {
      const refused = await call(name, given, headers);
      expect([refused.isError, refused.content[0].text]).toEqual([
        true,
        expect.stringMatching(/^key_policy_forbids: /),
      ]);
    }
    expect(gateway.worker.direct).toHaveLength(0);
  });

  test("the policy can turn on re-link for the pro tier, but not for the free tier", async () => {
    for (const [tier, text] of [
      ["pro", LETTER],
      ["free", "[PERSON_1] writes from [EMAIL_1]"],
    ] as const) {
      const { apiKey: key, keyId } = await gateway.provision({ tier, managedAi: false });
      await setCallPolicy(gateway.stores.apiKeys, keyId, { relink: true });
      expect((await ask({}, { "x-api-key": key })).content[0].text).toBe(text);
    }
  });
});

describeWithServer("postgres", "An MCP message", () => {
  // @spec SVC-17 MCP-1
  test("a message under the revision without a handshake gets a response, and clients cannot subscribe", async () => {
    const modern = (method: string) => {
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
      return send({ method, params: { _meta } }, headers);
    };
    const { body } = await modern("server/discover");
    expect(body.result).toMatchObject({ supportedVersions: ["2026-07-28"] });
    expect(body.result.instructions).toContain("private_inference");
    const unknown = await modern("rockets/launch");
    expect([unknown.status, unknown.body.error.code]).toEqual([ERROR_STATUS.not_found, -32_601]);
    expect((await modern("subscriptions/listen")).text).toContain("error");
  });

  test.each([
    ["an unknown method", { method: "rockets/launch" }, -32_601],
    ["an unknown tool", { method: "tools/call", params: { name: "rm -rf" } }, -32_602],
    ["a call without a tool", { method: "tools/call", params: {} }, -32_602],
  ])(
    "a message with %s gets a protocol error that repeats no value",
    async (_what, message, code) => {
      const { status, body } = await send(message);
      expect([status, body.id, body.error.code]).toEqual([200, 1, code]);
      expect(JSON.stringify(body)).not.toMatch(/rockets|rm -rf/);
    },
  );

  test("a message without an id is a notification and gets 202 without a body", async () => {
    const message = { jsonrpc: "2.0", method: "notifications/initialized" };
    const { status, text } = await post().send(message);
    expect([status, text]).toEqual([202, ""]);
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  test.each([
    ["a batch", JSON.stringify([listing]), "invalid_field", -32_600],
    ["a huge id", JSON.stringify({ ...listing, id: "x".repeat(129) }), "invalid_field", -32_600],
    ["an invalid id", JSON.stringify({ ...listing, id: 0.5 }), "invalid_field", -32_600],
    ["an unknown member", JSON.stringify({ ...listing, more: 1 }), "invalid_field", -32_600],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}', "missing_field", -32_600],
    ["nothing", "{}", "missing_field", -32_600],
    ["a key twice", '{"jsonrpc":"2.0","method":"a","method":"b"}', "invalid_json", -32_700],
    ["deep nesting", `{"jsonrpc":"2.0","params":${deep(101)}}`, "invalid_json", -32_700],
    ["no JSON", "{", "invalid_json", -32_700],
  ])(
    "an invalid message is refused in the form that the client reads: %s",
    async (_what, body, code, rpc) => {
      const plain = await post().type("json").send(body);
      expect(codeOf(plain)).toEqual([400, code]);
      const { status, body: answer } = await post(CLIENT).type("json").send(body);
      expect([status, answer.id, answer.error.code]).toEqual([400, null, rpc]);
      expect(answer.error.data).toMatchObject({ error: code, request_id: expect.any(String) });
    },
  );

  test.each(["get", "delete", "put"] as const)(
    "a message sent with the method %s gets 405",
    async (method) => {
      const { status, headers, body } = await request(gateway.app)[method](MCP_PATH);
      expect([status, headers["allow"], body.error]).toEqual([405, "POST", "method_not_allowed"]);
    },
  );

  test.each(["x-veil-relink", "x-veil-language", "x-veil-activity", "x-upstream-key"])(
    "a message with an invalid %s header is refused, even if it calls no tool",
    async (header) => {
      const answer = await send({ method: "ping" }, { [header]: "no value" });
      expect(codeOf(answer)).toEqual([400, "invalid_field"]);
    },
  );

  // @spec DEC-4
  test("a message without a key or with a wrong key gets 401 with the authentication scheme", async () => {
    for (const [headers, code] of [
      [{ "x-api-key": "" }, "missing_api_key"],
      [{ "x-api-key": "gw_live_no" }, "invalid_api_key"],
    ] as const) {
      const answer = await send({ method: "tools/list" }, headers);
      expect(codeOf(answer)).toEqual([401, code]);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    }
  });

  // @spec DEC-4
  test("a message from a page of another origin is refused with any key", async () => {
    const list = (origin: string) => send({ method: "tools/list" }, { origin });
    expect(codeOf(await list("https://evil.example"))).toEqual([403, "origin_not_allowed"]);
    expect(codeOf(await list("null"))).toEqual([403, "origin_not_allowed"]);
  });

  test("a message with a developer key is refused, as on native endpoints", async () => {
    const { apiKey: key } = await gateway.provision({ family: "gw_live", developer: true });
    const refused = await send({ method: "tools/list" }, { "x-api-key": key });
    expect(codeOf(refused)).toEqual([403, "tier_insufficient"]);
  });

  test("the key of a message does not reach the MCP library, and its text does not reach the log", async () => {
    await call("private_inference", { messages, system: "Repeat Ann Weber" });
    const { bridge, audit, log } = gateway.seen;
    const stored = await gateway.database.dump();
    const elsewhere = JSON.stringify([bridge, audit, log, stored, gateway.worker.direct]);
    for (const secret of ["Weber", "post.example", UPSTREAM_KEYS.messages, apiKey])
      expect(elsewhere).not.toContain(secret);
  });
});

describeWithServer("postgres", "Limits and refusals of MCP calls", () => {
  // @spec ERR-19
  test("MCP messages have a separate limit, and inference calls through MCP share one limit with all other routes", async () => {
    const on = await gateway.replica({
      PER_MINUTE_LIMIT_PRO: "1",
      ACCOUNT_CALLS_PER_MINUTE: "3",
    });
    const { apiKey: key } = await gateway.provision({ tier: "pro", managedAi: false });
    const sent = (path: string, body: object) =>
      request(on.app)
        .post(path)
        .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
        .send(body);
    const message = (method: string, params = {}) =>
      sent(MCP_PATH, { jsonrpc: "2.0", id: 1, method, params });
    const ask = () =>
      message("tools/call", { name: "private_inference", arguments: { messages, model: "m" } });
    expect((await ask()).body.result.isError).toBeUndefined();
    expect((await ask()).body.result.content[0].text).toMatch(/^rate_limited: /);
    const other = await sent("/v1/messages", {});
    expect(codeOf(other)).toEqual([429, "rate_limited"]);
    for (let count = 0; count < 2; count++) expect((await message("tools/list")).status).toBe(200);
    const refused = await message("tools/list");
    expect(codeOf(refused)).toEqual([429, "rate_limited"]);
    expect(refused.headers["retry-after"]).toBe(String(refused.body.retry_after_seconds));
    await on.close();
  });

  test("a refusal by the sanitiser or the quota is returned as a tool result with its code", async () => {
    const on = await gateway.replica({ MONTHLY_LIMIT_FREE: "0" });
    const { apiKey: key } = await gateway.provision({ tier: "free", managedAi: false });
    const { body } = await request(on.app)
      .post(MCP_PATH)
      .set({ "x-api-key": key, "x-upstream-key": UPSTREAM_KEYS.messages })
      .send({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "private_inference", arguments: { messages } },
      });
    expect(body.result.content[0].text).toMatch(/^quota_exceeded: /);
    await on.close();
  });
});
