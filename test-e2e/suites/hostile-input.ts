import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { finalOf, PROXY_PATH } from "../support/gateway.ts";
import { promptOf } from "../support/provider.ts";
import { requestHead, sendRaw } from "../support/raw-http.ts";
import { letterRequest } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const LIMIT = 4 * 1024 * 1024;

export function describeHostileInput(world: () => World): void {
  describe("Hostile input", () => {
    theSize(world);
    theJson(world);
    theHeaders(world);
  });
}

/** `body` and as many blanks as it takes. */
function padded(body: object, length: number): string {
  return JSON.stringify(body).padEnd(length, " ");
}

function theSize(world: () => World): void {
  test("Exactly 4 MB is served, one byte more is request_too_large", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    finalOf(await gateway.proxy(apiKey, padded(letterRequest(), LIMIT)));
    const reply = await gateway.proxy(apiKey, padded(letterRequest(), LIMIT + 1));
    expect([reply.status, reply.body["error"]]).toEqual([400, "request_too_large"]);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  });

  test("A context of very many values is served", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const values = Array.from({ length: 200_000 }, (_, at) => [`k${at}`, "v"]);
    const request = { prompt_template: "{k7}", context: Object.fromEntries(values) as object };
    finalOf(await gateway.proxy(apiKey, request));
  });

  test("A template of nothing but digits does not keep the others from being answered meanwhile", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const digits = "1 ".repeat(LIMIT / 2 - 1_000);
    const request = { prompt_template: `{a} ${digits}`, context: { a: "b" } };
    let isDone = false;
    const reply = gateway.proxy(apiKey, request).finally(() => {
      isDone = true;
    });
    const head = requestHead("GET /health", {});
    for (let asked = 0; asked < 3; asked += 1)
      expect((await sendRaw(gateway.url, head)).status).toBe(200);
    expect(isDone).toBe(false);
    await reply;
  });

  test("A body that only says that it is too large is refused before it is sent", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const headers = { "x-api-key": apiKey, "content-length": String(LIMIT + 1) };
    const reply = await sendRaw(gateway.url, requestHead(`POST ${PROXY_PATH}`, headers));
    expect([reply.status, reply.body["error"]]).toEqual([400, "request_too_large"]);
  });

  test("Chunks without end are cut off at the limit", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const headers = { "x-api-key": apiKey, "transfer-encoding": "chunked" };
    const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    const head = requestHead(`POST ${PROXY_PATH}`, headers);
    const reply = await sendRaw(gateway.url, head, chunk, chunk, chunk, chunk, chunk);
    expect([reply.status, reply.body["error"]]).toEqual([400, "request_too_large"]);
  });

  test("Without a valid key the 401 comes before the body", async () => {
    const { gateway } = world();
    const length = { "content-length": String(LIMIT + 1) };
    for (const key of [{}, { "x-api-key": "svc_nobody" }]) {
      const head = requestHead(`POST ${PROXY_PATH}`, { ...key, ...length });
      expect((await sendRaw(gateway.url, head)).status).toBe(401);
    }
  });

  test("A gzip bomb is request_too_large, an honest gzip is served", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const headers = { "content-encoding": "gzip" };
    const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, 0x20));
    const refused = await gateway.proxy(apiKey, bomb, headers);
    expect([refused.status, refused.body["error"]]).toEqual([400, "request_too_large"]);
    const honest = gzipSync(JSON.stringify(letterRequest()));
    finalOf(await gateway.proxy(apiKey, honest, headers));
    const broken = await gateway.proxy(apiKey, "no gzip", headers);
    expect([broken.status, broken.body["error"]]).toEqual([400, "invalid_json"]);
  });
}

function theJson(world: () => World): void {
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
      "depth in a value",
      `{"prompt_template":"{a}","context":{"a":${deep(500_000)}}}`,
      "invalid_field",
    ],
    [
      "depth in the ground truth",
      `{"prompt_template":"{a}","context":{"a":"b"},"ground_truth":${deep(500_000)}}`,
      "invalid_field",
    ],
    ["depth alone", deep(1_000_000), "invalid_field"],
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
      "__proto__ beside the fields",
      '{"__proto__":{"prompt_template":"{a}"},"context":{"a":"b"}}',
      "",
    ],
    [
      "a constructor for a template",
      '{"prompt_template":"{constructor}","context":{"a":"b"}}',
      "invalid_field",
    ],
  ])("%s is a 400", async (_case, body, code) => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const reply = await gateway.proxy(apiKey, body);
    expect(reply.status).toBe(400);
    if (code !== "") expect(reply.body["error"]).toBe(code);
    expect((await gateway.usage(apiKey)).used).toBe(0);
  });

  test("Of a key that stands twice, all components see the last", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    simulator.clear();
    const body =
      '{"prompt_template":"{a}","context":{"a":"first"},"context":{"a":"x","a":"second"}}';
    finalOf(await gateway.proxy(apiKey, body));
    expect(simulator.record().map(promptOf)).toEqual(["second"]);
  });

  test("Reserved keys are stripped, and other odd names are ordinary ones", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    simulator.clear();
    const body =
      '{"prompt_template":"{constructor} {toString}","context":{"__proto__":"p","constructor":"c","toString":"t"}}';
    finalOf(await gateway.proxy(apiKey, body));
    expect(simulator.record().map(promptOf)).toEqual(["c t"]);
  });

  test.each([
    ["NUL", "a\u0000b"],
    ["lone surrogates", "\ud800 high, \udc00 low, \udc00\ud800 swapped"],
    ["lone surrogates beside a value", "\ud800max.muster@post.example\udfff"],
    ["combining marks and emoji", "e\u0301 \u{1f469}\u200d\u{1f4bb} \ufeff"],
    ["separators that are no line ends in JSON", "a\u2028b\u2029c\u0085d"],
    ["replacement patterns", "$& $1 $` $' $$ \\1 max.muster@post.example"],
  ])("Text with %s comes back unchanged", async (_case, text) => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    simulator.setMode({ echo: true });
    const request = { prompt_template: "{text}", context: { text } };
    const { result } = finalOf(await gateway.proxy(apiKey, request));
    simulator.setMode({});
    expect(result).toBe(text);
  });
}

function theHeaders(world: () => World): void {
  test("The request id is ours; the client's is echoed beside it and used for nothing", async () => {
    const { stack, gateway, customer } = world();
    const { apiKey } = await customer();
    const headers = { "x-request-id": "client-id-4711-abcdef" };
    const reply = await gateway.proxy(apiKey, letterRequest(), headers);
    finalOf(reply);
    expect(reply.headers["x-request-id"]).toMatch(/^req_[0-9a-f]{32}$/);
    expect(reply.headers["x-client-request-id"]).toBe("client-id-4711-abcdef");
    for (const service of ["edge-gateway", "sanitiser", "bridge", "inference-worker"] as const)
      expect(stack.logs(service)).not.toContain("client-id-4711");
  });

  test("A client's id of another form is not echoed", async () => {
    const { gateway } = world();
    const headers = { "x-request-id": "max.muster@post.example" };
    const reply = await gateway.call({ path: "/api/v1/usage", headers });
    expect(JSON.stringify(reply)).not.toContain("muster");
  });

  test("Two different keys in one request are nobody's", async () => {
    const { gateway, customer } = world();
    const [one, other] = [await customer(), await customer()];
    const headers = { authorization: `Bearer ${other.apiKey}` };
    const reply = await gateway.proxy(one.apiKey, letterRequest(), headers);
    expect([reply.status, reply.body["error"]]).toEqual([401, "invalid_api_key"]);
  });

  test("Answers are not to be cached and name no framework", async () => {
    const { gateway, customer } = world();
    const reply = await gateway.proxy((await customer()).apiKey, letterRequest());
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-powered-by"]).toBeUndefined();
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  });
}
