import { once } from "node:events";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import { request } from "undici";
import { BODY, KEYS, openClient } from "../test/open-client.ts";
import { startSimulator } from "./start-simulator.ts";

const MODEL_HEADERS = [
  ["Anthropic", KEYS],
  ["OpenAI", { authorization: "Bearer k" }],
] as const;
const PATHS = ["/v1/messages", "/v1/chat/completions"] as const;

const { simulator, get, post } = await openClient();
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.setMode({});
  simulator.clear();
});

describe.each(PATHS)("%s", (path) => {
  test("the same request gets the same bytes", async () => {
    expect((await post(path)).text).toBe((await post(path)).text);
  });

  test("each request uses up one status of a sequence, with Retry-After for errors", async () => {
    simulator.setMode({ statuses: [429, 500], retry_after: 3 });
    const first = await post(path);
    expect(first).toMatchObject({ status: 429, headers: { "retry-after": "3" } });
    expect((await post(path)).status).toBe(500);
    expect((await post(path)).status).toBe(200);
  });

  test("a model's name selects a mode, and each name has a separate sequence of statuses", async () => {
    const a = { ...BODY, model: "sim-status-503-a" };
    const b = { ...BODY, model: "sim-status-503-b" };
    expect((await post(path, a)).status).toBe(503);
    expect((await post(path, b)).status).toBe(503);
    expect((await post(path, a)).status).toBe(200);
  });

  test.each(["reset", "cut"] as const)("the fault %s closes the connection", async (fault) => {
    simulator.setMode({ fault });
    await expect(post(path)).rejects.toMatchObject({ code: expect.stringMatching(/SOCKET|RESET/) });
  });

  test("with close_at, the connection closes after this number of bytes of a stream", async () => {
    simulator.setMode({ close_at: 50 });
    const streamed = post(path, { ...BODY, stream: true });
    await expect(streamed).rejects.toMatchObject({ code: expect.stringMatching(/SOCKET|RESET/) });
  });

  test.each(["garbage", "truncated"] as const)(
    "the fault %s gets a response that is not JSON",
    async (fault) => {
      simulator.setMode({ fault });
      const { status, text } = await post(path);
      expect(status).toBe(200);
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    },
  );

  test("chunk_bytes, split_at, crlf and pings do not change the content of a stream", async () => {
    const body = { ...BODY, stream: true };
    simulator.setMode({ answer: "Grüße 🙂" });
    const plain = await post(path, body);
    simulator.setMode({ answer: "Grüße 🙂", chunk_bytes: 1 });
    expect((await post(path, body)).text).toBe(plain.text);
    simulator.setMode({ answer: "Grüße 🙂", split_at: 50 });
    expect((await post(path, body)).text).toBe(plain.text);
    simulator.setMode({ answer: "Grüße 🙂", crlf: true });
    expect((await post(path, body)).text).toBe(plain.text.replaceAll("\n", "\r\n"));
    simulator.setMode({ answer: "Grüße 🙂", pings: true });
    const { text } = await post(path, body);
    expect(text.length).toBeGreaterThan(plain.text.length);
    expect(text.replaceAll(/: keep-alive\n\n|event: ping\n.*\n\n/g, "")).toBe(
      plain.text.replaceAll(/event: ping\n.*\n\n/g, ""),
    );
  });

  test("an error in the middle of a stream has the type of the mode's error_status", async () => {
    simulator.setMode({ fault: "error_event", error_status: 429 });
    const { text } = await post(path, { ...BODY, stream: true });
    expect(text).toContain(path === "/v1/messages" ? "rate_limit_error" : "rate_limit_exceeded");
    expect(text).not.toMatch(/message_stop|DONE/);
  });

  test("the simulator waits delay_ms before the response, and pace_ms after each of its pieces", async () => {
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
    "When the client disconnects during a wait of %j, then the wait ends and does not keep the process alive",
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

  test("a hanging request is in the record while it hangs, and fails when the simulator closes", async () => {
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
    expect(other.record()).toMatchObject([{ aborted: true }]);
  });
});

describe.each(MODEL_HEADERS)("models of %s", (_dialect, headers) => {
  test("the list of models requires a key, and fails with the status of the mode", async () => {
    expect((await get("/v1/models", { "anthropic-version": "2023-06-01" })).status).toBe(401);
    simulator.setMode({ statuses: [403] });
    expect((await get("/v1/models", headers)).status).toBe(403);
    expect((await get("/v1/models", headers)).status).toBe(200);
  });
});

describe("control", () => {
  test("clients can read and clear the record and set the mode over HTTP", async () => {
    expect((await post("/_control", { statuses: [418] })).status).toBe(200);
    expect((await post("/v1/messages")).status).toBe(418);
    const read = async () => (await request(`${simulator.url}/_record`)).body.json();
    expect(await read()).toMatchObject({ requests: [{ path: "/v1/messages" }] });
    await (await request(`${simulator.url}/_record`, { method: "DELETE" })).body.dump();
    expect(await read()).toEqual({ requests: [] });
  });

  test("an unknown setting or an invalid body is refused with 400 and changes nothing", async () => {
    expect((await post("/_control", { faults: "hang" })).status).toBe(400);
    expect((await post("/_control", "nonsense")).status).toBe(400);
    expect((await post("/v1/messages")).status).toBe(200);
  });

  test("a request to an unknown path gets 404 and is recorded", async () => {
    expect((await post("/v2/messages")).status).toBe(404);
    expect(simulator.record()).toHaveLength(1);
  });

  test("When a response was sent completely, then the record does not mark the request as aborted", async () => {
    await post("/v1/messages");
    await until("it has ended", () => simulator.record()[0]?.ended);
    expect(simulator.record()).toMatchObject([{ aborted: false }]);
  });
});
