import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { BODY, KEYS, openClient } from "../test/open-client.ts";

const { simulator, get, post } = await openClient();
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.setMode({});
  simulator.clear();
});

test("The simulator responds to a completion in OpenAI's format", async () => {
  const { status, text } = await post("/v1/chat/completions");
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    object: "chat.completion",
    choices: [
      { message: { content: expect.stringContaining("[PERSON_1]") }, finish_reason: "stop" },
    ],
    usage: { prompt_tokens: 5 },
  });
});

test.each([
  [{}, BODY, 401, "invalid_api_key"],
  [KEYS, "[]", 400, null],
  [KEYS, { ...BODY, messages: undefined }, 400, "missing_required_parameter"],
  [KEYS, { ...BODY, max_completion_tokens: 0 }, 400, null],
  [
    KEYS,
    { ...BODY, messages: [{ role: "user", content: [{ type: "image_url" }] }] },
    400,
    "missing_required_parameter",
  ],
  [KEYS, { ...BODY, stream: "yes" }, 400, null],
  [KEYS, { ...BODY, user: 7 }, 400, null],
  [KEYS, "null", 400, null],
])(
  "The simulator refuses a request as OpenAI does, with the headers %j and the body %j",
  async (headers, body, status, code) => {
    const answer = await post("/v1/chat/completions", body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatchObject({ code, message: expect.any(String) });
  },
);

test("A response has the requested number of choices with different texts, complete and streamed", async () => {
  const whole = JSON.parse((await post("/v1/chat/completions", { ...BODY, n: 3 })).text);
  const texts = whole.choices.map(
    ({ message }: { message: { content: string } }) => message.content,
  );
  expect(new Set(texts).size).toBe(3);
  const { text } = await post("/v1/chat/completions", { ...BODY, n: 3, stream: true });
  const streamed = ["", "", ""];
  for (const [, data = ""] of text.matchAll(/^data: ({.*)$/gm))
    for (const { index, delta } of JSON.parse(data).choices) streamed[index] += delta.content ?? "";
  expect(streamed).toEqual(texts);
});

test("A refusal and thoughts are in separate fields", async () => {
  simulator.setMode({ refusal: true, thinking: true, answer: "I cannot help." });
  const { text } = await post("/v1/chat/completions");
  expect(JSON.parse(text).choices[0].message).toMatchObject({
    content: null,
    refusal: "I cannot help.",
    reasoning_content: expect.any(String),
  });
  const streamed = await post("/v1/chat/completions", { ...BODY, stream: true });
  const deltas = [...streamed.text.matchAll(/"refusal":"(.*?)"/g)].map(([, piece]) => piece);
  expect(deltas.join("")).toBe("I cannot help.");
});

test("The list of models has no pages", async () => {
  const models = Array.from({ length: 30 }, (_, at) => `m-${at}`);
  simulator.setMode({ models });
  const body = JSON.parse((await get("/v1/models", { authorization: "Bearer k" })).text);
  expect(body.object).toBe("list");
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(models);
});

test.each([
  [401, "invalid_request_error", "invalid_api_key"],
  [403, "request_forbidden", "unsupported_country_region_territory"],
  [404, "invalid_request_error", "model_not_found"],
  [429, "requests", "rate_limit_exceeded"],
  [503, "server_error", null],
])("An error of status %p has OpenAI's type and code", async (status, type, code) => {
  simulator.setMode({ statuses: [status] });
  const { text } = await post("/v1/chat/completions");
  expect(JSON.parse(text).error).toMatchObject({ type, code, param: null });
});

test("The simulator streams chunks that end with [DONE]", async () => {
  const whole = JSON.parse((await post("/v1/chat/completions")).text);
  const { text } = await post("/v1/chat/completions", { ...BODY, stream: true });
  const lines = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? "");
  expect(lines.pop()).toBe("[DONE]");
  const deltas = lines.map((line) => JSON.parse(line).choices[0]?.delta.content ?? "");
  expect(deltas.join("")).toBe(whole.choices[0].message.content);
});
