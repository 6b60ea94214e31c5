import { EventEmitter, once } from "node:events";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzip as gzipWith } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type Listener, listen } from "@veil/service-kit/http";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { createTextScans } from "../../src/modules/calls/scanning/create-text-scans.ts";
import {
  becomesReady,
  callNatively,
  codeOf,
  finalOf,
  letterRequest,
  PROXY_PATH,
  usageOf,
} from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const LIMIT = 4 * 1024 * 1024;
const gzip = promisify(gzipWith);

let gateway: TestGateway;
let apiKey = "";
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  for (const seen of Object.values(gateway.seen)) seen.length = 0;
  ({ apiKey } = await gateway.provision());
  await becomesReady(gateway);
});

/**
 * Returns whether a promise settles within this turn of the event loop, in which no thread can
 * respond.
 */
async function settlesAtOnce(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  const settled = () => {
    isSettled = true;
  };
  void promise.then(settled, settled);
  for (let microtasks = 0; microtasks < 100; microtasks += 1) await undefined;
  return isSettled;
}

const proxy = (body: unknown, headers = {}) => callNatively(gateway, apiKey, body, headers);

describeWithServer("postgres", "Hostile input", () => {
  const padded = (body: object, length: number) => JSON.stringify(body).padEnd(length, " ");

  // @spec ERR-8
  test("A body of exactly 4 MB is accepted, and one byte more gets request_too_large", async () => {
    finalOf(await proxy(padded(letterRequest(), LIMIT)));
    const reply = await proxy(padded(letterRequest(), LIMIT + 1));
    expect(codeOf(reply)).toEqual([400, "request_too_large"]);
    expect((await usageOf(gateway, apiKey)).used).toBe(1);
  });

  test("A context with very many values is accepted", async () => {
    const values = Array.from({ length: 200_000 }, (_, at) => [`k${at}`, "v"]);
    finalOf(await proxy({ prompt_template: "{k7}", context: Object.fromEntries(values) }));
  });

  test("A template of only digits is scanned in a thread, while other requests are answered", async () => {
    const scans = createTextScans(() => undefined);
    const signals = new EventEmitter();
    const [read, letGo] = [once(signals, "read"), once(signals, "let go")];
    const template: typeof scans.template = async (text) => {
      const scan = scans.template(text);
      signals.emit("read", await settlesAtOnce(scan));
      await letGo;
      return await scan;
    };
    const own = await startTestGateway({}, { scans: { ...scans, template } });
    const { apiKey: key } = await own.provision();
    const digits = "1 ".repeat(128 * 1024);
    const body = { prompt_template: `{a} ${digits}`, context: { a: "b" } };
    const reply = callNatively(own, key, body);
    expect(await read).toEqual([false]);
    await request(own.app).get("/health").expect(200);
    expect(own.seen.sanitiser).toEqual([]);
    signals.emit("let go");
    await reply;
    expect(own.seen.sanitiser).toHaveLength(1);
    await own.close();
  });

  test("A gzip bomb gets request_too_large, and a normal gzip body is accepted", async () => {
    const headers = { "content-encoding": "gzip" };
    const bomb = await gzip(Buffer.alloc(256 * 1024 * 1024, 0x20));
    expect(codeOf(await proxy(bomb, headers))).toEqual([400, "request_too_large"]);
    finalOf(await proxy(await gzip(JSON.stringify(letterRequest())), headers));
    expect(codeOf(await proxy("no gzip", headers))).toEqual([400, "invalid_json"]);
  });

  describe("Unfinished requests", () => {
    let listener: Listener;
    const open: ClientRequest[] = [];
    beforeAll(async () => {
      listener = await listen(gateway.app, { host: "127.0.0.1", port: 0 });
    });
    afterEach(() => {
      for (const sent of open.splice(0)) sent.destroy();
    });
    afterAll(() => listener.close(0));

    async function sendUnfinished(headers: Record<string, string>, parts: readonly string[] = []) {
      const sent = httpRequest(listener.url + PROXY_PATH, { method: "POST", headers });
      open.push(sent);
      sent.on("error", () => undefined);
      sent.flushHeaders();
      for (const part of parts) sent.write(part);
      const [answer] = (await once(sent, "response")) as [IncomingMessage];
      const { error } = (await json(answer)) as { error: string };
      return [answer.statusCode, error];
    }

    test("A body whose content-length is too large is refused before it is sent", async () => {
      const headers = { "x-api-key": apiKey, "content-length": String(LIMIT + 1) };
      expect(await sendUnfinished(headers)).toEqual([400, "request_too_large"]);
    });

    test("A chunked body without end is refused at the limit", async () => {
      const headers = { "x-api-key": apiKey, "transfer-encoding": "chunked" };
      const chunks = Array.from({ length: 5 }, () => " ".repeat(0x100000));
      expect(await sendUnfinished(headers, chunks)).toEqual([400, "request_too_large"]);
    });

    test("A request without a valid key gets 401 before its body is read", async () => {
      const length = { "content-length": String(LIMIT + 1) };
      expect(await sendUnfinished(length)).toEqual([401, "missing_api_key"]);
      const unknown = { "x-api-key": "svc_nobody", ...length };
      expect(await sendUnfinished(unknown)).toEqual([401, "invalid_api_key"]);
    });
  });

  const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const bytes = (...parts: readonly (string | number)[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part))),
    );

  test.each<[string, string | Buffer, string]>([
    [
      "a broken UTF-8 sequence",
      bytes('{"prompt_template":"{a}","context":{"a":"', 0xff, '"}}'),
      "invalid_json",
    ],
    [
      "an overlong encoding",
      bytes('{"prompt_template":"{a}","context":{"a":"', 0xc0, 0xaf, '"}}'),
      "invalid_json",
    ],
    ["UTF-16", Buffer.from(JSON.stringify(letterRequest()), "utf16le"), "invalid_json"],
    [
      "deep nesting in a value",
      `{"prompt_template":"{a}","context":{"a":${deep(500_000)}}}`,
      "invalid_json",
    ],
    [
      "deep nesting in the ground truth",
      `{"prompt_template":"{a}","context":{"a":"b"},"ground_truth":${deep(500_000)}}`,
      "invalid_json",
    ],
    ["only deep nesting", deep(1_000_000), "invalid_json"],
    [
      "one level of nesting too many",
      `{"prompt_template":"{a}","context":{"a":${deep(99)}}}`,
      "invalid_json",
    ],
    [
      "a repeated field",
      '{"prompt_template":"{a}","context":{"a":"first"},"context":{"a":"second"}}',
      "invalid_json",
    ],
    [
      "a repeated name that is escaped once",
      '{"prompt_template":"{a}","context":{"a":"first","\\u0061":"second"}}',
      "invalid_json",
    ],
    [
      "a repeated reserved key",
      '{"prompt_template":"{a}","context":{"a":"b","__proto__":"x","__proto__":"y"}}',
      "invalid_json",
    ],
    [
      "a raw control character",
      '{"prompt_template":"{a}\u0001","context":{"a":"b"}}',
      "invalid_json",
    ],
    [
      "a number that is too large",
      '{"prompt_template":"{a}","context":{"a":"b"},"temperature":1e999}',
      "invalid_field",
    ],
    [
      "__proto__ next to the fields",
      '{"__proto__":{"prompt_template":"{a}"},"context":{"a":"b"}}',
      "missing_field",
    ],
    [
      "a variable called constructor",
      '{"prompt_template":"{constructor}","context":{"a":"b"}}',
      "invalid_field",
    ],
  ])("A body with %s gets 400", async (_case, body, code) => {
    expect(codeOf(await proxy(body))).toEqual([400, code]);
    expect((await usageOf(gateway, apiKey)).used).toBe(0);
    expect(gateway.seen.worker).toEqual([]);
  });

  // @spec CALL-2
  test("Reserved keys in the context are removed, and other unusual names are accepted", async () => {
    const body =
      '{"prompt_template":"{constructor} {toString}","context":{"__proto__":"p","constructor":"c","toString":"t"}}';
    expect(finalOf(await proxy(body)).result).toBe("c t");
    expect(gateway.seen.sanitiser.join()).not.toMatch(/__proto__|"p"/);
  });

  test.each([
    ["NUL", "a\u0000b"],
    ["lone surrogates", "\ud800 high, \udc00 low, \udc00\ud800 swapped"],
    ["lone surrogates next to a value", "\ud800max.muster@post.example\udfff"],
    ["combining marks and emoji", "e\u0301 \u{1f469}\u200d\u{1f4bb} \ufeff"],
    ["separators that are not line ends in JSON", "a\u2028b\u2029c\u0085d"],
    ["replacement patterns", "$& $1 $` $' $$ \\1 max.muster@post.example"],
  ])("Text with %s is returned unchanged", async (_case, text) => {
    const { result } = finalOf(await proxy({ prompt_template: "{text}", context: { text } }));
    expect(result).toBe(text);
    expect(gateway.seen.worker).toHaveLength(1);
    expect(gateway.seen.worker.join()).not.toContain("max.muster");
  });

  test("The gateway generates the request id, and only echoes the client's id in a separate header", async () => {
    const reply = await proxy(letterRequest(), { "x-request-id": "client-id-4711-abcdef" });
    finalOf(reply);
    expect(reply.headers["x-request-id"]).toMatch(/^req_[0-9a-f]{32}$/);
    expect(reply.headers["x-client-request-id"]).toBe("client-id-4711-abcdef");
    const { bridge, sanitiser, worker, seen, database } = gateway;
    const stored = await database.dump();
    const heads = [bridge, sanitiser, worker].map(({ headers }) => headers);
    for (const head of heads) expect(head.length).toBeGreaterThan(0);
    expect(JSON.stringify([heads, seen, stored])).not.toContain("client-id-4711");
    // Positive control: the search finds ids that are forwarded.
    const own = reply.headers["x-request-id"];
    for (const place of [seen.log, stored]) expect(JSON.stringify(place)).toContain(own);
  });

  test("A client's request id with an invalid form is not echoed", async () => {
    const reply = await request(gateway.app)
      .get("/api/v1/usage")
      .set("x-request-id", "max.muster@post.example");
    expect(JSON.stringify([reply.headers, reply.text])).not.toContain("muster");
  });

  test("A request with two different keys is refused", async () => {
    const other = await gateway.provision();
    const reply = await proxy(letterRequest(), { authorization: `Bearer ${other.apiKey}` });
    expect(codeOf(reply)).toEqual([401, "invalid_api_key"]);
  });

  test("Responses have cache-control: no-store and do not reveal the framework", async () => {
    const { headers } = await proxy(letterRequest());
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });
});
