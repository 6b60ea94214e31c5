import { once } from "node:events";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { request } from "undici";
import { startSimulator } from "./start-simulator.ts";

const simulator = await startSimulator();
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.setMode({});
  simulator.clear();
});

const KEYS = { "x-api-key": "k", "anthropic-version": "2023-06-01", authorization: "Bearer k" };
const BODY = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "Write to [PERSON_1]" }],
};
const PATHS = ["/v1/messages", "/v1/chat/completions"] as const;

async function post(path: string, body: unknown = BODY, headers: Record<string, string> = KEYS) {
  const {
    statusCode,
    headers: answered,
    body: text,
  } = await request(simulator.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: statusCode, headers: answered, text: await text.text() };
}

describe("Anthropic Messages", () => {
  test("answers a message in the provider's shape", async () => {
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
  ])("refuses as the provider does: %j %j", async (headers, body, status, type) => {
    const answer = await post("/v1/messages", body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ type: "error", error: { type } });
  });

  test("streams named events whose deltas are the answer", async () => {
    const whole = JSON.parse((await post("/v1/messages")).text);
    const { headers, text } = await post("/v1/messages", { ...BODY, stream: true });
    expect(headers["content-type"]).toBe("text/event-stream");
    const names = [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual(["message_start", "content_block_start", "ping"]);
    expect(names.slice(-3)).toEqual(["content_block_stop", "message_delta", "message_stop"]);
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ""));
    expect(events.map(({ delta }) => delta?.text ?? "").join("")).toBe(whole.content[0].text);
  });
});

describe("OpenAI Chat Completions", () => {
  test("answers a completion in the provider's shape", async () => {
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
    [KEYS, { ...BODY, messages: [{ role: "user", content: [{ type: "image_url" }] }] }, 400, null],
    [KEYS, { ...BODY, stream: "yes" }, 400, null],
    [KEYS, { ...BODY, user: 7 }, 400, null],
    [KEYS, "null", 400, null],
  ])("refuses as the provider does: %j %j", async (headers, body, status, code) => {
    const answer = await post("/v1/chat/completions", body, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatchObject({ code, message: expect.any(String) });
  });

  test("streams chunks that end with [DONE]", async () => {
    const whole = JSON.parse((await post("/v1/chat/completions")).text);
    const { text } = await post("/v1/chat/completions", { ...BODY, stream: true });
    const lines = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? "");
    expect(lines.pop()).toBe("[DONE]");
    const deltas = lines.map((line) => JSON.parse(line).choices[0]?.delta.content ?? "");
    expect(deltas.join("")).toBe(whole.choices[0].message.content);
  });
});

describe.each(PATHS)("%s", (path) => {
  test("the same request gets the same bytes", async () => {
    expect((await post(path)).text).toBe((await post(path)).text);
  });

  test("a status sequence is used up, one a request, with Retry-After", async () => {
    simulator.setMode({ statuses: [429, 500], retry_after: 3 });
    const first = await post(path);
    expect(first).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    expect((await post(path)).status).toBe(500);
    expect((await post(path)).status).toBe(200);
  });

  test("a model's name selects a mode, and each name has its own sequence", async () => {
    const a = { ...BODY, model: "sim-status-503-a" };
    const b = { ...BODY, model: "sim-status-503-b" };
    expect((await post(path, a)).status).toBe(503);
    expect((await post(path, b)).status).toBe(503);
    expect((await post(path, a)).status).toBe(200);
  });

  test.each(["reset", "cut"] as const)("%s ends the connection", async (fault) => {
    simulator.setMode({ fault });
    await expect(post(path)).rejects.toMatchObject({ code: expect.stringMatching(/SOCKET|RESET/) });
  });

  test.each(["garbage", "truncated"] as const)("%s is not JSON", async (fault) => {
    simulator.setMode({ fault });
    const { status, text } = await post(path);
    expect(status).toBe(200);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  test("a delay comes before the answer, and a pace after each piece of it", async () => {
    const waits: number[] = [];
    const mode = { delay_ms: 30, pace_ms: 5, answer: "four pieces of eight letters end" };
    const paced = await startSimulator({ mode, sleep: async (ms) => void waits.push(ms) });
    const { body } = await request(paced.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...KEYS },
      body: JSON.stringify({ ...BODY, stream: true }),
    });
    const pieces = (await body.text()).split("\n\n").filter((piece) => piece !== "");
    expect(waits).toEqual([30, ...pieces.map(() => 5)]);
    await paced.close();
  });

  test.each([{ delay_ms: 60_000 }, { pace_ms: 60_000 }])(
    "When the client leaves during a wait of %j, then the wait ends: it would keep the process alive",
    async (mode) => {
      const waits: AbortSignal[] = [];
      const slow = await startSimulator({
        mode,
        sleep: (_ms, gone) => {
          waits.push(gone);
          return once(gone, "abort");
        },
      });
      const leaving = new AbortController();
      const asked = request(slow.url + path, {
        method: "POST",
        headers: KEYS,
        body: JSON.stringify({ ...BODY, stream: true }),
        signal: leaving.signal,
      }).then(({ body }) => body.text());
      const left = expect(asked).rejects.toThrow();
      await until("it waits", () => waits.length === 1);
      leaving.abort();
      await left;
      await until("the wait ends", () => waits[0]?.aborted);
      await slow.close();
      expect(waits).toHaveLength(1);
    },
  );

  test("a hanging request is in the record while it hangs, and closing cuts it", async () => {
    const other = await startSimulator({ mode: { fault: "hang" } });
    const hanging = request(other.url + path, {
      method: "POST",
      headers: KEYS,
      body: JSON.stringify(BODY),
    });
    const cut = expect(hanging).rejects.toThrow();
    const seen = await until("it is recorded", () => other.record().find(({ body }) => body));
    const body = JSON.stringify(BODY);
    expect(seen).toMatchObject({ method: "POST", path, body, ended: false });
    expect(seen?.headers["x-api-key"]).toBe("k");
    await other.close();
    await cut;
    await until("the record says that it ended", () => other.record()[0]?.ended);
  });
});

describe("control", () => {
  test("the record is read and cleared, the mode is set, over HTTP", async () => {
    expect((await post("/_control", { statuses: [418] })).status).toBe(200);
    expect((await post("/v1/messages")).status).toBe(418);
    const read = async () => (await request(`${simulator.url}/_record`)).body.json();
    expect(await read()).toMatchObject({ requests: [{ path: "/v1/messages" }] });
    await (await request(`${simulator.url}/_record`, { method: "DELETE" })).body.dump();
    expect(await read()).toEqual({ requests: [] });
  });

  test("an unknown setting is refused and changes nothing", async () => {
    expect((await post("/_control", { faults: "hang" })).status).toBe(400);
    expect((await post("/_control", "nonsense")).status).toBe(400);
    expect((await post("/v1/messages")).status).toBe(200);
  });

  test("an unknown path is 404 and is recorded", async () => {
    expect((await post("/v2/messages")).status).toBe(404);
    expect(simulator.record()).toHaveLength(1);
  });
});
