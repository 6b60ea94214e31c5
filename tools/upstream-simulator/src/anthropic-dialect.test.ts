import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { BODY, KEYS, openClient } from "../test/open-client.ts";

const { simulator, get, post } = await openClient();
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.setMode({});
  simulator.clear();
});

test("The simulator responds to a message in Anthropic's format", async () => {
  const { status, text } = await post("/v1/messages");
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    type: "message",
    role: "assistant",
    content: [{ type: "text", text: expect.stringContaining("[PERSON_1]") }],
    stop_reason: "end_turn",
    usage: { input_tokens: 5, output_tokens: expect.any(Number) },
  });
});

test.each([
  [{}, BODY, 401, "authentication_error"],
  [{ "x-api-key": "k" }, BODY, 400, "invalid_request_error"],
  [KEYS, "{", 400, "invalid_request_error"],
  [KEYS, { ...BODY, max_tokens: undefined }, 400, "invalid_request_error"],
  [KEYS, { ...BODY, temperature: 1.5 }, 400, "invalid_request_error"],
  [KEYS, { ...BODY, messages: [{ role: "user", content: 7 }] }, 400, "invalid_request_error"],
  [KEYS, { ...BODY, messages: [{ role: "tool", content: "" }] }, 400, "invalid_request_error"],
  [KEYS, { ...BODY, stream: "yes" }, 400, "invalid_request_error"],
  [KEYS, { ...BODY, metadata: { user_id: 7 } }, 400, "invalid_request_error"],
  [KEYS, [], 400, "invalid_request_error"],
])(
  "The simulator refuses a request as Anthropic does, with the headers %j and the body %j",
  async (headers, body, status, type) => {
    const answer = await post("/v1/messages", body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ type: "error", error: { type } });
  },
);

test("A stop sequence of the request ends the response, which names it", async () => {
  simulator.setMode({ answer: "one HALT two END three" });
  const body = { ...BODY, stop_sequences: ["END", "HALT"] };
  const { text } = await post("/v1/messages", body);
  expect(JSON.parse(text)).toMatchObject({
    content: [{ text: "one " }],
    stop_reason: "stop_sequence",
    stop_sequence: "HALT",
  });
  const streamed = await post("/v1/messages", { ...body, stream: true });
  expect(streamed.text).toContain('"stop_reason":"stop_sequence","stop_sequence":"HALT"');
});

test("Thoughts are in separate blocks before the text", async () => {
  simulator.setMode({ thinking: true });
  const { content } = JSON.parse((await post("/v1/messages")).text);
  const types = content.map(({ type }: { type: string }) => type);
  expect(types).toEqual(["thinking", "redacted_thinking", "text"]);
  const { text } = await post("/v1/messages", { ...BODY, stream: true });
  const started = [...text.matchAll(/"content_block_start","index":(\d).*?"type":"(\w+)"/g)];
  expect(started.map(([, index, type]) => [Number(index), type])).toEqual([...types.entries()]);
});

test("The simulator counts tokens, with the same checks of the request as for a message", async () => {
  const path = "/v1/messages/count_tokens";
  const { model, messages } = BODY;
  const { status, text } = await post(path, { model, messages, system: "Be brief." });
  expect([status, JSON.parse(text)]).toEqual([200, { input_tokens: 8 }]);
  expect((await post(path, { model, messages }, {})).status).toBe(401);
  expect((await post(path, { model })).status).toBe(400);
});

test("The simulator lists models in pages", async () => {
  simulator.setMode({ models: ["a", "b", "c"] });
  const page = async (query: string) => JSON.parse((await get(`/v1/models?limit=2${query}`)).text);
  expect(await page("")).toMatchObject({
    data: [
      { type: "model", id: "a" },
      { type: "model", id: "b" },
    ],
    has_more: true,
    last_id: "b",
  });
  expect(await page("&after_id=b")).toMatchObject({ data: [{ id: "c" }], has_more: false });
});

test("The simulator streams named events whose deltas add up to the complete response", async () => {
  const whole = JSON.parse((await post("/v1/messages")).text);
  const { headers, text } = await post("/v1/messages", { ...BODY, stream: true });
  expect(headers["content-type"]).toBe("text/event-stream");
  const names = [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
  expect(names.slice(0, 3)).toEqual(["message_start", "content_block_start", "ping"]);
  expect(names.slice(-3)).toEqual(["content_block_stop", "message_delta", "message_stop"]);
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
  expect(events.map(({ delta }) => delta?.text ?? "").join("")).toBe(whole.content[0].text);
});
