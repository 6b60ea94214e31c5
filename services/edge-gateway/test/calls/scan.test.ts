import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ScanResponse } from "@veil/contracts/public/scan";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import { writeSanitiseResponse } from "@veil/pii/sanitise-response";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { bindKey } from "../support/changes.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/scan";
const TEXT = "Ann Weber <ann@post.example> wrote, says Ann Weber.";

const parse = checked(ScanResponse);

describeWithServer("postgres", "POST /api/v1/scan", () => {
  let gateway: TestGateway;
  let sanitiser: TestGateway["sanitiser"];
  let app: TestGateway["app"];
  beforeAll(async () => {
    gateway = await startTestGateway();
    ({ sanitiser, app } = gateway);
  });
  afterAll(() => gateway.close());
  afterEach(() => sanitiser.answerWith(undefined));
  const scan = (body: object | string, on = app) =>
    request(on).post(PATH).set("content-type", "application/json").send(body);

  describe("Scanned texts", () => {
    test("a text is returned redacted, with one entry for each replacement and without the values", async () => {
      const { status, body } = await scan({ text: TEXT, language: "en" });
      expect(status).toBe(200);
      const { latency_ms, ...answer } = parse(body);
      const found = (placeholder: string, type: string) => ({
        placeholder,
        type,
        confidence: 0.9,
        recognizer: "fake",
      });
      expect(answer).toEqual({
        redacted: "[PERSON_1] <[EMAIL_1]> wrote, says [PERSON_1].",
        redactions: [
          found("[PERSON_1]", "PERSON"),
          found("[EMAIL_1]", "EMAIL"),
          found("[PERSON_1]", "PERSON"),
        ],
        layers_active: ["L1", "L2"],
      });
      expect(JSON.stringify(body)).not.toMatch(/Weber|post\.example/);
    });

    // @spec SCAN-3
    test("a text is sent only to the sanitiser, without lists, policy or shield, for every caller", async () => {
      const { apiKey, keyId } = await gateway.provision({ tier: "enterprise" });
      await bindKey(gateway.stores.apiKeys, keyId, { types: { ORGANIZATION: true } });
      await request(app)
        .post("/api/v1/account/entity-lists")
        .set("x-api-key", apiKey)
        .send({ kind: "deny", entries: [{ value: "wrote" }] })
        .expect(201);
      for (const seen of Object.values(gateway.seen)) seen.length = 0;
      await scan({ text: TEXT });
      await scan({ text: TEXT, language: "de" });
      await scan({ text: TEXT }).set("x-api-key", apiKey);
      const fields = [{ name: "text", text: TEXT }];
      expect(sanitiser.bodies.map((body) => JSON.parse(body))).toEqual([
        { fields },
        { fields, language: "de" },
        { fields },
      ]);
      const { log, bridge, worker } = gateway.seen;
      expect(log.length).toBeGreaterThan(0);
      expect(log.join()).not.toMatch(/Weber|post\.example/);
      expect([...bridge, ...worker]).toEqual([]);
    });

    test("text that looks like a placeholder is protected and not listed as a redaction", async () => {
      const { body } = await scan({ text: "[PERSON_7] is Ann Weber" });
      expect(body).toMatchObject({
        redacted: "[LITERAL_1] is [PERSON_1]",
        redactions: [{ placeholder: "[PERSON_1]", type: "PERSON" }],
      });
      expect(body.redactions).toHaveLength(1);
    });

    test("a text without personal data is returned unchanged, including blanks at its ends", async () => {
      const text = "\n  nothing here \u0000 \u{1f600} \ufeff ";
      const { body } = await scan({ text });
      expect(body).toMatchObject({ redacted: text, redactions: [] });
    });
  });

  describe("The length of a text", () => {
    // @spec LIM-6
    test.each<[string, string, number]>([
      ["4096 bytes", "x".repeat(4_096), 200],
      ["4097 bytes", "x".repeat(4_097), 400],
      ["4096 bytes between blanks", ` \n${"x".repeat(4_096)}\u00a0\t`, 200],
      ["2048 letters of two bytes", "ü".repeat(2_048), 200],
      ["2049 letters of two bytes", "ü".repeat(2_049), 400],
      ["1024 emoji of four bytes", "\u{1f600}".repeat(1_024), 200],
      ["1025 emoji of four bytes", "\u{1f600}".repeat(1_025), 400],
    ])(
      "the limit of 4096 bytes, without blanks at the ends, applies to a text of %s",
      async (_case, text, expected) => {
        const { status, body } = await scan({ text });
        expect(status).toBe(expected);
        if (expected === 400) expect(body.error).toBe("request_too_large");
      },
    );
  });

  describe("Refused requests", () => {
    test.each<[string, object | string, string]>([
      ["no JSON", "text=Ann", "invalid_json"],
      ["an empty body", "", "invalid_json"],
      ["a body of more than 64 kB", { text: "x".repeat(65_536) }, "request_too_large"],
      ["a list", [], "invalid_field"],
      ["a body without text", {}, "missing_field"],
      ["an inherited text", '{"__proto__":{"text":"Ann"}}', "missing_field"],
      ["a text that is not a string", { text: 7 }, "invalid_field"],
      ["an empty text", { text: "" }, "invalid_field"],
      ["a blank text", { text: " \t\r\n\u00a0\ufeff" }, "invalid_field"],
      ["an unsupported language", { text: "Ann", language: "fr" }, "invalid_field"],
      ["a language of null", { text: "Ann", language: null }, "invalid_field"],
      ["an unknown field", { text: "Ann", shield: true }, "invalid_field"],
      ["extreme nesting", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, "invalid_json"],
    ])("A scan with %s is refused without a call to the sanitiser", async (_case, body, code) => {
      sanitiser.bodies.length = 0;
      const reply = await scan(body);
      expect([reply.status, reply.body.error]).toEqual([400, code]);
      expect(reply.text).not.toContain("Ann");
      expect(sanitiser.bodies).toEqual([]);
    });

    test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
      "A scan with the media type %j gets 415",
      async (type) => {
        const { status, body } = await request(app).post(PATH).set("content-type", type).send("{}");
        expect([status, body.error]).toEqual([415, "unsupported_media_type"]);
      },
    );

    test.each(["get", "put", "patch", "delete", "options", "head"] as const)(
      "A scan with the method %s gets 405",
      async (method) => {
        const { status, headers } = await request(app)[method](PATH);
        expect([status, headers["allow"]]).toEqual([405, "POST"]);
      },
    );

    test("A scan with a charset in the media type is accepted", async () => {
      const type = "application/json; charset=utf-8";
      const { status } = await request(app)
        .post(PATH)
        .set("content-type", type)
        .send({ text: "a" });
      expect(status).toBe(200);
    });
  });

  describe("The limit on scans", () => {
    let counting: TestGateway;
    let limited: TestGateway["app"];
    beforeEach(async () => {
      counting = await startTestGateway({ SCANS_PER_HOUR: "2", TRUST_PROXY: "1" });
      limited = counting.app;
    });
    afterEach(() => counting.close());

    // @spec SCAN-4 LIM-7
    test("all callers share one hourly limit, which is checked before the body", async () => {
      const from = (address: string) => ({ "x-forwarded-for": address });
      expect((await scan({ text: "a" }, limited).set(from("192.0.2.1"))).status).toBe(200);
      expect((await scan("{", limited).set(from("192.0.2.2"))).status).toBe(400);
      const refused = await scan("{", limited).set(from("192.0.2.3"));
      const seconds = Number(refused.headers["retry-after"]);
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({
        error: "rate_limited",
        message: "The limit of 2 scans per hour for all callers has been used up",
        hint: expect.any(String),
        retry_after_seconds: seconds,
        request_id: refused.headers["x-request-id"],
      });
      expect(seconds).toBeGreaterThan(3_590);
      expect(seconds).toBeLessThanOrEqual(3_600);
    });

    test("requests with another method do not count as scans", async () => {
      for (let i = 0; i < 3; i++) await request(limited).get(PATH);
      expect((await scan({ text: "a" }, limited)).status).toBe(200);
    });
  });

  describe("Bad responses of the sanitiser to a scan", () => {
    const first = (change: (field: SanitiseResponse["fields"][number]) => object) =>
      changed(({ fields, ...rest }) => ({ ...rest, fields: fields.map(change) }));
    const changed =
      (change: (answer: SanitiseResponse) => unknown): Misbehaviour =>
      (res, good) =>
        res.end(JSON.stringify(change(good)));
    type Misbehaviour = NonNullable<Parameters<TestGateway["sanitiser"]["answerWith"]>[0]>;

    // @spec SCAN-4 LIM-8
    test.each<[string, Misbehaviour]>([
      ["an error", (res) => res.writeHead(500).end("{}")],
      ["a reset", (res) => res.destroy()],
      ["garbage", (res) => res.end("<html>")],
      ["another shape", changed(({ fields }) => ({ fields }))],
      ["a new member", changed((answer) => ({ ...answer, engine: "2" }))],
      ["an unknown layer", changed((answer) => ({ ...answer, layers_active: ["oracle"] }))],
      ["no field", changed((answer) => ({ ...answer, fields: [] }))],
      ["another field", first((field) => ({ ...field, name: "other" }))],
      ["another hash", changed((answer) => ({ ...answer, sha256: "A".repeat(43) }))],
      ["an additional text", first((field) => ({ ...field, text: "more" }))],
      [
        "an unredacted address",
        changed(({ layers_active }) =>
          writeSanitiseResponse({
            fields: [{ name: "text", text: TEXT, redactions: [], left: [] }],
            layers_active,
          }),
        ),
      ],
    ])("When the sanitiser responds with %s, then a scan gets 503", async (_case, misbehave) => {
      sanitiser.answerWith(misbehave);
      const { status, body, headers, text } = await scan({ text: TEXT });
      expect(status).toBe(503);
      expect(body).toEqual({
        error: "sanitizer_unavailable",
        message: "The text could not be scanned",
        retry_after_seconds: 5,
        request_id: headers["x-request-id"],
      });
      expect(text).not.toMatch(/Weber|html/);
    });

    // @spec SCAN-4 LIM-8
    test.each<[string, Misbehaviour]>([
      ["no answer", () => {}],
      ["a response that does not end", (res) => res.writeHead(200).write("{")],
    ])("When the sanitiser responds with %s, then a scan gets 503", async (_case, misbehave) => {
      sanitiser.answerWith(misbehave);
      const hurried = await gateway.replica({ SCAN_TIMEOUT_MS: "200" });
      const reply = await scan({ text: TEXT }, hurried.app);
      expect([reply.status, reply.body.error]).toEqual([503, "sanitizer_unavailable"]);
      await hurried.close();
    });

    // @spec ERR-23
    test("When no sanitiser listens, then a scan gets 503 sanitizer_unavailable", async () => {
      const unreachable = await gateway.replica({ SANITISER_URL: "http://127.0.0.1:1" });
      const reply = await scan({ text: TEXT }, unreachable.app);
      expect([reply.status, reply.body.error]).toEqual([503, "sanitizer_unavailable"]);
      expect(reply.text).not.toMatch(/Weber|ECONN/);
      await unreachable.close();
    });
  });
});
