import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { callFormat, keyFor } from "../support/format-client.ts";
import { sentJob } from "../support/sdk-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({ TOOLS_ENABLED: "true" });
  key = await keyFor(gateway, { tools: { allowed: true } });
});
beforeEach(() => {
  gateway.worker.direct.length = 0;
});
afterAll(() => gateway.close());

const said = (role: string, name: string | null | undefined, content = "Hi") => ({
  ...{ role, name, content },
});
const ask = (messages: readonly object[]) => callFormat(gateway, "chat", { messages }, key);
const speakers = () => sentJob(gateway).messages.map(({ role, name }) => [role, name]);

describeWithServer("postgres", "The names of speakers in a chat completion", () => {
  test("each distinct name is replaced by a number in the order of the first appearance", async () => {
    const { status } = await ask([
      ...[said("system", "anna_keller"), said("developer", "example_user")],
      ...[said("user", "bob"), said("user", undefined), said("assistant", "anna_keller")],
      ...[said("user", "Bob"), said("user", "bob"), said("user", null)],
    ]);
    expect(status).toBe(200);
    expect(speakers()).toEqual([
      ["system", "participant_1"],
      ["system", "participant_2"],
      ["user", "participant_3"],
      ["user", undefined],
      ["assistant", "participant_1"],
      ["user", "participant_4"],
      ["user", "participant_3"],
      ["user", undefined],
    ]);
  });

  test("a conversation that grows keeps the numbers of its speakers", async () => {
    const history = [said("user", "bob"), said("user", "anna")];
    await ask(history);
    const before = speakers();
    gateway.worker.direct.length = 0;
    await ask([...history, said("user", "carla"), said("user", "bob")]);
    expect(speakers()).toEqual([...before, ["user", "participant_3"], ["user", "participant_1"]]);
  });

  describe.each([
    ["a name", "anna_keller"],
    ["a name in lower case that no detector knows", "zyxw"],
    ["a name with spaces", "Ann Weber"],
    ["an address", "ann@post.example"],
    ["a placeholder", "[PERSON_1]"],
    ["a name of the gateway", "participant_7"],
    ["a name of many characters", `zyxw${"ü".repeat(5_000)}`],
    ["a name in Object", "__proto__"],
  ])("%s", (_what, name) => {
    test("does not leave the gateway, and is not in its log or the audit events", async () => {
      const { status, text } = await ask([said("user", name), said("assistant", name)]);
      expect(status).toBe(200);
      expect(speakers()).toEqual([
        ["user", "participant_1"],
        ["assistant", "participant_1"],
      ]);
      const { sanitiser, log } = gateway.seen;
      const elsewhere = [gateway.worker.direct, sanitiser, log, await gateway.events(), text];
      expect(JSON.stringify(elsewhere)).not.toContain(JSON.stringify(name).slice(1, -1));
    });
  });

  test("a name in a tool turn is not sent, and takes no number", async () => {
    const called = { id: "x", type: "function", function: { name: "find", arguments: "{}" } };
    const { status } = await ask([
      { role: "assistant", name: "helper", tool_calls: [called] },
      { role: "tool", name: "anna_keller", tool_call_id: "x", content: "ok" },
      said("user", "bob"),
    ]);
    expect(status).toBe(200);
    expect(speakers()).toEqual([
      ["assistant", "participant_1"],
      ["user", undefined],
      ["user", "participant_2"],
    ]);
    expect(JSON.stringify(gateway.worker.direct)).not.toContain("anna_keller");
  });

  test("the operator's provider key gets the same names", async () => {
    const { apiKey } = await gateway.provision({ tier: "pro" });
    const answer = await request(gateway.app)
      .post("/v1/chat/completions")
      .set("x-api-key", apiKey)
      .send({ model: "m-1", messages: [said("user", "bob")] });
    expect([answer.status, speakers()]).toEqual([200, [["user", "participant_1"]]]);
  });

  test.each([
    ["", "messages[0].name"],
    [7, "messages[0].name"],
    [["bob"], "messages[0].name"],
  ])("the name %j is refused", async (name, param) => {
    const { status, body } = await ask([{ ...said("user", undefined), name }]);
    expect([status, body.error.code, body.error.param]).toEqual([400, "invalid_field", param]);
    expect(gateway.worker.direct).toEqual([]);
  });

  test("a message of POST /v1/messages has no name", async () => {
    const messages = [said("user", "anna_keller")];
    const { status, body, text } = await callFormat(gateway, "messages", { messages }, key);
    expect([status, body.error.code]).toEqual([400, "invalid_field"]);
    expect(text).not.toContain("anna_keller");
  });
});
