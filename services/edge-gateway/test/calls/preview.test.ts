import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { PREVIEW_TEXT_BYTES, PreviewResponse } from "@veil/contracts/public/scan";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { bindKey } from "../support/changes.ts";
import { codeOf } from "../support/native-client.ts";
import { OWN_ORIGIN, sessionOf } from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PATH = "/api/v1/account/preview";
const TEXT = "Ann Weber <ann@post.example> wrote to [PERSON_7].";

const parse = checked(PreviewResponse);

describeWithServer("postgres", "POST /api/v1/account/preview", () => {
  let gateway: TestGateway;
  let customer: Awaited<ReturnType<TestGateway["provision"]>>;
  beforeAll(async () => {
    gateway = await startTestGateway({ PREVIEWS_PER_MINUTE: "3" });
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    customer = await gateway.provision();
    for (const seen of Object.values(gateway.seen)) seen.length = 0;
  });
  afterEach(() => gateway.sanitiser.answerWith(undefined));

  const preview = (body: object) =>
    request(gateway.app).post(PATH).set("x-api-key", customer.apiKey).send(body);

  test("a text is previewed with the place, type, recognizer and confidence of each replacement", async () => {
    const cookie = await sessionOf(gateway, { api_key: customer.apiKey });
    const { status, body } = await request(gateway.app)
      .post(PATH)
      .set({ cookie, origin: OWN_ORIGIN })
      .send({ text: TEXT });
    expect(status).toBe(200);
    const { redacted, redactions } = parse(body);
    expect(redacted).toBe("[PERSON_1] <[EMAIL_1]> wrote to [LITERAL_1].");
    const shown = redactions.map(({ start, end, type, recognizer, confidence }) => [
      TEXT.slice(start, end),
      ...[type, recognizer, confidence],
    ]);
    expect(shown).toEqual([
      ["Ann Weber", "PERSON", "fake", 0.9],
      ["ann@post.example", "EMAIL", "fake", 0.9],
      ["[PERSON_7]", "LITERAL", expect.any(String), expect.any(Number)],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/Weber|post\.example/);
  });

  test("a preview applies the customer's lists, the key's policy and the request's policy, and reaches only the sanitiser", async () => {
    await bindKey(gateway.stores.apiKeys, customer.keyId, { may_keep: ["EMAIL"] });
    await request(gateway.app)
      .post("/api/v1/account/entity-lists")
      .set("x-api-key", customer.apiKey)
      .send({ kind: "deny", entries: [{ value: "wrote" }] })
      .expect(201);
    for (const seen of Object.values(gateway.seen)) seen.length = 0;
    await preview({
      text: TEXT,
      language: "en",
      entity_policy: { types: { EMAIL: false } },
    }).expect(200);
    const [sent = "{}"] = gateway.sanitiser.bodies;
    expect(JSON.parse(sent)).toMatchObject({
      fields: [{ name: "text", text: TEXT }],
      language: "en",
      policy: { types: { EMAIL: false } },
      lists: [expect.objectContaining({ version: 1 })],
    });
    const { bridge, worker, audit, log } = gateway.seen;
    expect([...bridge, ...worker]).toEqual([]);
    expect([...log, ...audit.map((event) => JSON.stringify(event))].join()).not.toMatch(
      /Weber|post\.example/,
    );
  });

  test("a policy that the key does not allow, and a text over the limit, are refused without a call of the sanitiser", async () => {
    const refused = [
      [{ text: TEXT, entity_policy: { types: { EMAIL: false } } }, "invalid_field"],
      [{ text: "x".repeat(PREVIEW_TEXT_BYTES + 1) }, "request_too_large"],
      [{ text: " " }, "invalid_field"],
    ] as const;
    for (const [body, code] of refused) expect(codeOf(await preview(body))).toEqual([400, code]);
    expect(gateway.sanitiser.bodies).toEqual([]);
  });

  // @spec DEC-14
  test("a fourth preview in a minute is refused with rate_limited, and a dead sanitiser with sanitizer_unavailable", async () => {
    gateway.sanitiser.answerWith((res) => res.writeHead(500).end());
    expect(codeOf(await preview({ text: TEXT }))).toEqual([503, "sanitizer_unavailable"]);
    gateway.sanitiser.answerWith(undefined);
    for (const _ of [2, 3]) await preview({ text: TEXT }).expect(200);
    expect(codeOf(await preview({ text: TEXT }))).toEqual([429, "rate_limited"]);
  });
});
