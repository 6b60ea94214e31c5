import { describe, expect, test } from "@jest/globals";
import { finalOf, PROXY_PATH, type Reply } from "../support/gateway.ts";
import { letterRequest } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const PER_MINUTE_PRO = 3;
const MONTHLY_FREE = 2;

/** Settings of the gateway that this suite counts on. */
export const REFUSALS_ENV = {
  PER_MINUTE_LIMIT_PRO: String(PER_MINUTE_PRO),
  MONTHLY_LIMIT_FREE: String(MONTHLY_FREE),
};

export function describeRefusals(world: () => World): void {
  describe("Refusals", () => {
    theLimits(world);
    theOrder(world);
    theSchema(world);
    theRest(world);
  });
}

const codeOf = ({ status, body }: Reply) => [status, body["error"]];

function theLimits(world: () => World): void {
  test("When the month's quota is used up, then 429 with what was used, and the count stays", async () => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    for (let sent = 0; sent < MONTHLY_FREE; sent++)
      finalOf(await gateway.proxy(apiKey, letterRequest()));
    simulator.clear();
    const reply = await gateway.proxy(apiKey, letterRequest());
    expect(reply.status).toBe(429);
    expect(reply.body).toEqual({
      error: "quota_exceeded",
      message: `The monthly quota of ${MONTHLY_FREE} requests is used up`,
      hint: expect.any(String),
      used: MONTHLY_FREE,
      limit: MONTHLY_FREE,
      request_id: reply.headers["x-request-id"],
    });
    const untilNextMonth = Number(reply.headers["retry-after"]);
    expect(untilNextMonth).toBeGreaterThan(0);
    expect(untilNextMonth).toBeLessThanOrEqual(31 * 24 * 3600);
    expect(simulator.record()).toEqual([]);
    expect(await gateway.usage(apiKey)).toMatchObject({ used: MONTHLY_FREE, remaining: 0 });
  });

  test("Requests at the same time do not get past the quota", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const sent = Array.from({ length: 8 }, () => gateway.proxy(apiKey, letterRequest()));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(MONTHLY_FREE);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8 - MONTHLY_FREE);
    expect((await gateway.usage(apiKey)).used).toBe(MONTHLY_FREE);
  });

  test("When the minute's limit is exceeded, then 429 with the seconds to wait", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer({ tier: "pro" });
    const replies = [];
    for (let sent = 0; sent <= PER_MINUTE_PRO; sent++)
      replies.push(await gateway.proxy(apiKey, letterRequest()));
    const [reply] = replies.slice(-1);
    expect(replies.slice(0, -1).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(reply?.status).toBe(429);
    expect(reply?.body).toEqual({
      error: "rate_limit_exceeded",
      message: `The limit of ${PER_MINUTE_PRO} requests per minute is exceeded`,
      retry_after_seconds: expect.any(Number),
      request_id: reply?.headers["x-request-id"],
    });
    const seconds = Number(reply?.body["retry_after_seconds"]);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(reply?.headers["retry-after"]).toBe(String(seconds));
    expect((await gateway.usage(apiKey)).used).toBe(PER_MINUTE_PRO);
  });
}

/** Each request breaks two neighbouring checks; the earlier one answers. */
function theOrder(world: () => World): void {
  const BROKEN = '{"prompt_template": ';
  const UNFIT = { context: {} };

  test("method before authentication", async () => {
    const reply = await world().gateway.call({ method: "GET", path: PROXY_PATH });
    expect(codeOf(reply)).toEqual([405, "method_not_allowed"]);
    expect(reply.headers["allow"]).toBe("POST");
  });

  test("authentication before the tier", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer({ tier: "pro", family: "gw_live", developer: true });
    const forged = apiKey.slice(0, 20) + (apiKey[20] === "a" ? "b" : "a") + apiKey.slice(21);
    expect(codeOf(await gateway.proxy(forged, letterRequest()))).toEqual([401, "invalid_api_key"]);
    expect(codeOf(await gateway.proxy(apiKey, letterRequest()))).toEqual([
      403,
      "tier_insufficient",
    ]);
  });

  test("the licence and the tier before the per-minute limit", async () => {
    const { gateway, customer } = world();
    const developer = await customer({ tier: "pro", family: "gw_live", developer: true });
    const expired = await customer({ tier: "pro", licenceExpires: "2020-01-31" });
    for (let sent = 0; sent <= PER_MINUTE_PRO; sent++) {
      const [first, second] = [developer, expired].map(({ apiKey }) =>
        gateway.proxy(apiKey, BROKEN),
      );
      expect(codeOf((await first) as Reply)).toEqual([403, "tier_insufficient"]);
      expect(codeOf((await second) as Reply)).toEqual([403, "license_expired"]);
    }
  });

  test("the per-minute limit before the body", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer({ tier: "pro" });
    for (let sent = 0; sent < PER_MINUTE_PRO; sent++)
      expect(codeOf(await gateway.proxy(apiKey, BROKEN))).toEqual([400, "invalid_json"]);
    expect(codeOf(await gateway.proxy(apiKey, BROKEN))).toEqual([429, "rate_limit_exceeded"]);
  });

  test("the body before the schema, and the schema before the quota", async () => {
    const { gateway, customer } = world();
    const { apiKey } = await customer();
    const tooLarge = JSON.stringify({ ...UNFIT, unknown: "x".repeat(4 * 1024 * 1024) });
    expect(codeOf(await gateway.proxy(apiKey, tooLarge))).toEqual([400, "request_too_large"]);
    for (let sent = 0; sent < MONTHLY_FREE; sent++)
      finalOf(await gateway.proxy(apiKey, letterRequest()));
    expect(codeOf(await gateway.proxy(apiKey, UNFIT))).toEqual([400, "missing_field"]);
    expect(codeOf(await gateway.proxy(apiKey, letterRequest()))).toEqual([429, "quota_exceeded"]);
  });

  test("the quota before the services behind", async () => {
    const { stack, gateway, customer } = world();
    const { apiKey } = await customer();
    for (let sent = 0; sent < MONTHLY_FREE; sent++)
      finalOf(await gateway.proxy(apiKey, letterRequest()));
    await stack.kill("sanitiser");
    try {
      expect(codeOf(await gateway.proxy(apiKey, letterRequest()))).toEqual([429, "quota_exceeded"]);
    } finally {
      await stack.restart("sanitiser");
    }
  });
}

function theSchema(world: () => World): void {
  const PROTO = '{"prompt_template":"{a}","context":{"__proto__":"x"}}';
  const CASES: readonly (readonly [string, unknown, string, RegExp])[] = [
    ["no JSON", "not json", "invalid_json", /JSON/],
    ["an empty body", "", "invalid_json", /JSON/],
    ["a list", [], "invalid_field", /body/i],
    ["no prompt_template", { context: { a: "b" } }, "missing_field", /"prompt_template"/],
    ["no context", { prompt_template: "{a}" }, "missing_field", /"context"/],
    ["an empty context", letterRequest({ context: {} }), "empty_context", /context/],
    ["a context of __proto__", PROTO, "empty_context", /context/],
    ["reserved keys only", letterRequest({ context: { __x: "y" } }), "empty_context", /context/],
    ["a context that is a list", letterRequest({ context: ["a"] }), "invalid_field", /"context"/],
    [
      "a number in the context",
      letterRequest({ context: { letter: 7 } }),
      "invalid_field",
      /string/,
    ],
    [
      "a key that is no name",
      letterRequest({ context: { "ann@post.example": "x" } }),
      "invalid_field",
      /^(?!.*ann@)/,
    ],
    [
      "a variable without a value",
      letterRequest({ prompt_template: "{letter} {absent}" }),
      "invalid_field",
      /\{absent\}/,
    ],
    [
      "an unknown field",
      letterRequest({ relink_respnse: true }),
      "invalid_field",
      /^(?!.*respnse)/,
    ],
    ["an unknown mode", letterRequest({ mode: "dry_run" }), "invalid_field", /"mode"/],
    ["no activity", letterRequest({ mode: "proving_ground" }), "missing_field", /"activity_id"/],
    ["a temperature of 1.1", letterRequest({ temperature: 1.1 }), "invalid_field", /"temperature"/],
    [
      "max_tokens of 1e400",
      '{"prompt_template":"{a}","context":{"a":"b"},"max_tokens":1e400}',
      "invalid_field",
      /"max_tokens"/,
    ],
    ["a model with a space", letterRequest({ model: "a b" }), "invalid_field", /"model"/],
    [
      "an address out of two values",
      { prompt_template: "{a}{b}", context: { a: "front-desk@", b: "post.example" } },
      "prompt_template_pii_detected",
      /^(?!.*front-desk@)/,
    ],
    [
      "an account out of template and value",
      { prompt_template: "GB82 WE{a}", context: { a: "ST 1234 5698 7654 32" } },
      "prompt_template_pii_detected",
      /^(?!.*5698)/,
    ],
    [
      "a placeholder out of template and value",
      { prompt_template: "[PERSON_{a}] {b}", context: { a: "1", b: "Dr. Anna Weber" } },
      "invalid_field",
      /placeholder/,
    ],
    [
      "a prompt that grows beyond measure",
      { prompt_template: "{a}".repeat(1_000), context: { a: "x".repeat(1_000_000) } },
      "request_too_large",
      /prompt/,
    ],
    [
      "an empty template",
      letterRequest({ prompt_template: "" }),
      "invalid_field",
      /"prompt_template"/,
    ],
    ...[
      "ann@post.example",
      "DE89 3704 0044 0532 0130 00",
      "+49 30 23125 444",
      "SSN 536-90-4399",
    ].map(
      (value) =>
        [
          `a template with ${value}`,
          letterRequest({ prompt_template: `Write to ${value} about {letter}` }),
          "prompt_template_pii_detected",
          new RegExp(`^(?!.*${value.replaceAll("+", "\\+")})`),
        ] as const,
    ),
  ];

  test.each(CASES)("%s is a 400", async (_case, body, code, message) => {
    const { gateway, simulator, customer } = world();
    const { apiKey } = await customer();
    simulator.clear();
    const reply = await gateway.proxy(apiKey, body);
    expect(codeOf(reply)).toEqual([400, code]);
    const { error, message: said, request_id, hint, ...more } = reply.body;
    expect(said).toMatch(message);
    expect(String(hint ?? "")).toMatch(message.source.startsWith("^(?!") ? message : /^/);
    expect(request_id).toBe(reply.headers["x-request-id"]);
    expect(more).toEqual({});
    expect(reply.headers["retry-after"]).toBeUndefined();
    expect(simulator.record()).toEqual([]);
    expect((await gateway.usage(apiKey)).used).toBe(0);
  });
}

function theRest(world: () => World): void {
  describe("A key", () => {
    test.each([
      ["none", {}, "missing_api_key"],
      ["an empty one", { "x-api-key": "" }, "missing_api_key"],
      ["one of another form", { "x-api-key": "secret" }, "invalid_api_key"],
      ["one that nobody has", { "x-api-key": `svc_${"a".repeat(57)}` }, "invalid_api_key"],
      ["of another scheme", { authorization: "Basic YTpi" }, "missing_api_key"],
    ])("%s is a 401", async (_case, headers, code) => {
      const body = letterRequest();
      const reply = await world().gateway.call({ method: "POST", path: PROXY_PATH, headers, body });
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual({
        error: code,
        message: expect.any(String),
        request_id: reply.headers["x-request-id"],
      });
    });
  });

  test("An unknown path, also with a broken encoding, is a JSON 404", async () => {
    for (const path of ["/", "/api/v1/nothing", "/%ff", "/api/v1/proxy/messages/x"]) {
      const reply = await world().gateway.call({ path });
      expect(codeOf(reply)).toEqual([404, "not_found"]);
    }
  });

  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"] as const)(
    "%s on the route is a 405 with Allow",
    async (method) => {
      const reply = await world().gateway.call({ method, path: PROXY_PATH });
      expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST"]);
    },
  );
}
