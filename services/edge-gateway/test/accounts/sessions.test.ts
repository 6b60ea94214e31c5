import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { SessionResponse } from "@veil/contracts/public/session";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { bindKey } from "../support/changes.ts";
import { endKey } from "../support/end-key.ts";
import { freshEmail } from "../support/fresh.ts";
import { codeOf } from "../support/native-client.ts";
import {
  cookieOf,
  logInAt,
  OWN_ORIGIN,
  sessionOf,
  setPassword,
} from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PASSWORD = "correct horse battery staple";
const HOUR_MS = 60 * 60 * 1000;
const LISTS = "/api/v1/account/entity-lists";
const POLICY = "/api/v1/account/entity-policy";
const DENY = { kind: "deny", entries: [{ value: "Project Heron" }] };
const ALLOW = { kind: "allow", entries: [{ value: "Project Heron" }] };
const NO_SESSION = [401, "session_required"];

const parse = checked(SessionResponse);
const clock = { ms: Math.floor(Date.now() / 1_000) * 1_000 };

let gateway: TestGateway;
let email = "";
let customer: Awaited<ReturnType<TestGateway["provision"]>>;
beforeAll(async () => {
  const settings = { TRUST_PROXY: "1", ACCOUNT_CALLS_PER_MINUTE: "1000" };
  gateway = await startTestGateway(settings, { nowMs: () => clock.ms });
});
afterAll(() => gateway.close());
beforeEach(async () => {
  email = freshEmail();
  customer = await gateway.provision({ email });
});

const byKey = () => ({ api_key: customer.apiKey });
const graceEnd = () => new Date(clock.ms + 2 * HOUR_MS);
const byPassword = () => ({ email, password: PASSWORD });

const read = (cookie: string, path = "/api/v1/auth/session") =>
  request(gateway.app).get(path).set("cookie", cookie);

const post = (cookie: string, body: object, path = LISTS) =>
  request(gateway.app).post(path).set("cookie", cookie).set("origin", OWN_ORIGIN).send(body);

const logOut = (cookie: string) =>
  request(gateway.app).post("/api/v1/auth/logout").set("cookie", cookie).set("origin", OWN_ORIGIN);

describeWithServer("postgres", "POST /api/v1/auth/login", () => {
  // @spec END-5 AUTH-5
  test("When the key or the password is right, then the response has a cookie for a one-hour session", async () => {
    await setPassword(gateway, customer.customerId, PASSWORD);
    const live = await gateway.provision({ email, family: "gw_live" });
    for (const credentials of [byKey(), byPassword(), { api_key: live.apiKey }]) {
      const response = await logInAt(gateway, credentials);
      const expected = {
        org_id: expect.stringMatching(/^org_[0-9a-f]{32}$/),
        email,
        tier: "pro",
        role: "owner",
        may: ["read", "call", "keys", "account"],
        expires_at: new Date(clock.ms + HOUR_MS).toISOString(),
      };
      expect(parse(response.body)).toEqual(expected);
      expect(response.headers["set-cookie"]).toEqual([
        expect.stringMatching(
          /^svc_session=[A-Za-z0-9_-]{43}; Max-Age=3600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
        ),
      ]);
      expect(parse((await read(cookieOf(response))).body)).toEqual(expected);
    }
  });

  test("The case and Unicode form of the email and the Unicode form of the password do not matter", async () => {
    await setPassword(gateway, customer.customerId, "Crème brûlée".normalize("NFD"));
    const credentials = { email: email.toUpperCase(), password: "Crème brûlée".normalize("NFC") };
    expect((await logInAt(gateway, credentials)).status).toBe(200);
  });

  test("When any part of the credentials is wrong, then the responses are identical and set no cookie", async () => {
    const withoutPassword = freshEmail();
    await gateway.provision({ email: withoutPassword });
    await setPassword(gateway, customer.customerId, PASSWORD);
    const other = await gateway.provision();
    const wrong = [
      { email, password: `${PASSWORD} ` },
      { email: freshEmail(), password: PASSWORD },
      { email: withoutPassword, password: PASSWORD },
      { email: "no address", password: PASSWORD },
      { email, password: "" },
      { api_key: other.apiKey.slice(0, -1) + (other.apiKey.endsWith("0") ? "1" : "0") },
      { api_key: "svc_" },
    ];
    const answers = [];
    for (const credentials of wrong) {
      const { status, body, headers } = await logInAt(gateway, credentials);
      expect(headers["set-cookie"]).toBeUndefined();
      answers.push({ status, body: { ...body, request_id: "" } });
    }
    const message = "The credentials are not valid";
    const refusal = {
      status: 401,
      body: { error: "invalid_credentials", message, request_id: "" },
    };
    expect(answers).toEqual(wrong.map(() => refusal));
  });

  // @spec END-5
  test("A developer key starts no session", async () => {
    const { apiKey } = await gateway.provision({ email, family: "gw_live", developer: true });
    const refused = await logInAt(gateway, { api_key: apiKey });
    expect(codeOf(refused)).toEqual([403, "tier_insufficient"]);
    expect(refused.body.hint).toEqual(expect.any(String));
    expect(refused.headers["set-cookie"]).toBeUndefined();
  });

  test("When no credentials are sent, then the error message describes both ways to log in", async () => {
    const { body } = await logInAt(gateway, {});
    expect(body.message).toBe('Send "api_key", or "email" and "password"');
  });

  test.each([
    [{}, "missing_field"],
    [{ email: "a@example.com" }, "missing_field"],
    [{ password: "x" }, "missing_field"],
    [{ api_key: "x", email: "a@example.com" }, "invalid_field"],
    [{ api_key: "x", password: "x" }, "invalid_field"],
    [{ api_key: 1 }, "invalid_field"],
    [{ email: "a@example.com", password: "x".repeat(257) }, "invalid_field"],
    [{ api_key: "x", remember: true }, "invalid_field"],
    ["{", "invalid_json"],
    [{ api_key: "x".repeat(65_536) }, "request_too_large"],
  ])("A login with the body %j gets %s", async (body, error) => {
    expect(codeOf(await logInAt(gateway, body))).toEqual([400, error]);
  });

  test("A login from a page of another origin is refused", async () => {
    const headers = { origin: "https://evil.example" };
    const refused = await logInAt(gateway, byKey(), { headers });
    expect(codeOf(refused)).toEqual([403, "origin_not_allowed"]);
    expect(refused.headers["set-cookie"]).toBeUndefined();
    const own = await logInAt(gateway, byKey(), { headers: { origin: OWN_ORIGIN } });
    expect(own.status).toBe(200);
  });
});

describeWithServer("postgres", "A session", () => {
  // @spec LIM-14
  test("A session ends on every replica after an hour, at logout, when its key is revoked or rotated, and when the password changes", async () => {
    const other = await gateway.replica({});
    const ends = [
      async () => {
        clock.ms += HOUR_MS;
      },
      async (cookie: string) => void expect((await logOut(cookie)).status).toBe(204),
      async () => await endKey(gateway.stores.apiKeys, customer, new Date(clock.ms)),
      async () => await endKey(gateway.stores.apiKeys, customer, graceEnd(), true),
      async () => await setPassword(gateway, customer.customerId, PASSWORD),
    ];
    for (const end of ends) {
      customer = await gateway.provision({ email });
      const cookie = await sessionOf(gateway, byKey());
      const onOther = () => request(other.app).get("/api/v1/auth/session").set("cookie", cookie);
      expect((await onOther()).status).toBe(200);
      await end(cookie);
      for (const response of [await onOther(), await read(cookie)]) {
        expect(codeOf(response)).toEqual(NO_SESSION);
        expect(response.headers["set-cookie"]).toEqual([
          expect.stringMatching(/^svc_session=; .*Expires=Thu, 01 Jan 1970/),
        ]);
      }
    }
    await other.close();
  });

  test("A session cookie appears in no database, event, log line or other service", async () => {
    await setPassword(gateway, customer.customerId, PASSWORD);
    const cookie = await sessionOf(gateway, byPassword());
    await post(cookie, DENY);
    await logOut(cookie);
    await logInAt(gateway, { email, password: `${PASSWORD}!` });
    const all = JSON.stringify([await gateway.events(), gateway.seen]);
    const token = cookie.slice("svc_session=".length);
    for (const planted of [token, PASSWORD, email]) expect(all).not.toContain(planted);
    for (const seen of ["SESSION_STARTED", "/api/v1/auth/login"]) expect(all).toContain(seen);
  });

  test("A login and a logout are recorded as events, but a failed login is not", async () => {
    const cookie = await sessionOf(gateway, byKey());
    await logInAt(gateway, { ...byKey(), api_key: "svc_" });
    await logOut(cookie);
    await logOut(cookie);
    const recorded = (event_type: string, payload: object) => ({
      event_id: expect.any(String),
      occurred_at: new Date(clock.ms).toISOString(),
      event_type,
      actor: customer.customerId,
      scope: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: expect.stringMatching(/^[0-9a-f]{64}$/),
      request_id: expect.stringMatching(/^req_/),
      payload,
    });
    const events = await gateway.events();
    const own = events.filter(({ actor }) => actor === customer.customerId);
    expect(own.filter(({ event_type }) => event_type.startsWith("SESSION_"))).toEqual([
      recorded("SESSION_STARTED", { key_id: customer.keyId }),
      recorded("SESSION_ENDED", { outcome: "logged_out" }),
    ]);
  });

  test("A session gives access to the account's endpoints and the usage", async () => {
    const cookie = await sessionOf(gateway, byKey());
    expect((await post(cookie, DENY)).status).toBe(201);
    expect((await read(cookie, LISTS)).body.lists).toHaveLength(1);
    const usage = await read(cookie, "/api/v1/usage");
    expect(usage.body).toMatchObject({ customer_id: customer.customerId, monthly_limit: 50_000 });
  });

  test("A session is bound by the policy of the key that started it", async () => {
    await bindKey(gateway.stores.apiKeys, customer.keyId, { types: { ORGANIZATION: true } });
    const bound = await sessionOf(gateway, byKey());
    expect(codeOf(await post(bound, ALLOW))).toEqual([403, "key_policy_forbids"]);
    expect((await read(bound, POLICY)).body.types).toMatchObject({ ORGANIZATION: true });
    await setPassword(gateway, customer.customerId, PASSWORD);
    const free = await sessionOf(gateway, byPassword());
    expect((await post(free, ALLOW)).status).toBe(201);
  });

  // @spec AUTH-10 ERR-14
  test("When the license is expired, a session gives access only to itself and the usage", async () => {
    const licenseExpiresAt = new Date(clock.ms);
    customer = await gateway.provision({ licenseExpiresAt });
    const cookie = await sessionOf(gateway, byKey());
    expect((await read(cookie)).status).toBe(200);
    expect((await read(cookie, "/api/v1/usage")).status).toBe(200);
    expect(codeOf(await read(cookie, LISTS))).toEqual([403, "license_expired"]);
  });

  test("When a request has a key, then its session cookie is ignored", async () => {
    const cookie = await sessionOf(gateway, byKey());
    const refused = await read(cookie, LISTS).set("x-api-key", "svc_wrong");
    expect(codeOf(refused)).toEqual([401, "invalid_api_key"]);
  });
});

describeWithServer("postgres", "A request with a session cookie that changes data", () => {
  let cookie = "";
  beforeEach(async () => {
    cookie = await sessionOf(gateway, byKey());
  });
  const send = (headers: object) =>
    request(gateway.app)
      .post(LISTS)
      .set({ cookie, ...headers })
      .send(DENY);

  test.each([
    [{}],
    [{ origin: "null" }],
    [{ origin: "https://evil.example" }],
    [{ origin: `${OWN_ORIGIN}.evil.example` }],
    [{ origin: OWN_ORIGIN.replace("http:", "https:") }],
    [{ referer: `${OWN_ORIGIN}/portal` }],
  ])("a change is refused with %j", async (headers) => {
    expect(codeOf(await send(headers))).toEqual([403, "origin_not_allowed"]);
    const logout = request(gateway.app)
      .post("/api/v1/auth/logout")
      .set({ cookie, ...headers });
    expect(codeOf(await logout)).toEqual([403, "origin_not_allowed"]);
    expect((await read(cookie)).status).toBe(200);
  });

  test("A change is accepted from the gateway's own origin, and with a key from any origin", async () => {
    expect((await send({ origin: OWN_ORIGIN })).status).toBe(201);
    const fromElsewhere = { origin: "https://app.example", "x-api-key": customer.apiKey };
    expect((await send(fromElsewhere)).status).toBe(201);
  });
});

describeWithServer("postgres", "POST /api/v1/auth/logout", () => {
  test("A logout without a session responds 204, as with a session", async () => {
    expect((await request(gateway.app).post("/api/v1/auth/logout")).status).toBe(204);
    expect((await logOut("svc_session=unknown")).status).toBe(204);
  });
});
