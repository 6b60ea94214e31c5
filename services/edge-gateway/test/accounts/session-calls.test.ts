import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { describeWithServer, until } from "@veil/testing";
import request from "supertest";
import { freshEmail } from "../support/fresh.ts";
import { codeOf, finalOf, letterRequest, PROXY_PATH } from "../support/native-client.ts";
import {
  cookieOf,
  logInAt,
  OWN_ORIGIN,
  postWith,
  sessionOf,
  setPassword,
} from "../support/session-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const PASSWORD = "correct horse battery staple";

describeWithServer("postgres", "Calls with a session", () => {
  let gateway: TestGateway;
  let email = "";
  let customer: Awaited<ReturnType<TestGateway["provision"]>>;
  beforeAll(async () => {
    gateway = await startTestGateway();
  });
  afterAll(() => gateway.close());
  beforeEach(async () => {
    email = freshEmail();
    customer = await gateway.provision({ email });
  });

  const byKey = () => ({ api_key: customer.apiKey });
  const byPassword = () => ({ email, password: PASSWORD });
  const read = (cookie: string, path: string) => request(gateway.app).get(path).set({ cookie });
  const post = (cookie: string, body: object, path: string) =>
    postWith(gateway, cookie, path, body);

  test("A customer lists the sessions, and ends all at once, with a key or a session", async () => {
    const path = "/api/v1/auth/sessions";
    const [first, second] = [await sessionOf(gateway, byKey()), await sessionOf(gateway, byKey())];
    const { status, body } = await read(first, path);
    expect(status).toBe(200);
    const { key_id, current } = body.sessions[1];
    expect([body.sessions.length, key_id, current, body.sessions[0].current]).toEqual([
      ...[2, customer.keyId, true, false],
    ]);
    expect(JSON.stringify(body)).not.toContain(first.split("=")[1]);
    const ended = await request(gateway.app)
      .delete(path)
      .set({ cookie: first, origin: OWN_ORIGIN });
    expect([ended.status, ended.headers["set-cookie"]?.[0]]).toEqual([
      204,
      expect.stringContaining("svc_session=;"),
    ]);
    for (const cookie of [first, second])
      expect(codeOf(await read(cookie, path))).toEqual([401, "session_required"]);
    const third = await sessionOf(gateway, byKey());
    await request(gateway.app).delete(path).set("x-api-key", customer.apiKey).expect(204);
    expect(codeOf(await read(third, path))).toEqual([401, "session_required"]);
    const events = (await gateway.events()).filter(
      ({ event_type }) => event_type === "SESSION_ENDED",
    );
    expect(events.slice(-2).map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ outcome: "all_ended" }),
      expect.objectContaining({ outcome: "all_ended" }),
    ]);
  });

  test("A login does not adopt a cookie that someone planted, which stays without a session", async () => {
    const planted = `svc_session=${"A".repeat(43)}`;
    const response = await logInAt(gateway, byKey(), { headers: { cookie: planted } });
    expect(response.status).toBe(200);
    expect(cookieOf(response)).not.toBe(planted);
    expect(codeOf(await read(planted, "/api/v1/auth/session"))).toEqual([401, "session_required"]);
  });

  test("A session makes native calls, and only the same session reads the answer with restored values", async () => {
    await setPassword(gateway, customer.customerId, PASSWORD);
    for (const credentials of [byKey(), byPassword()]) {
      const cookie = await sessionOf(gateway, credentials);
      const answer = finalOf(await post(cookie, letterRequest(), PROXY_PATH));
      expect(answer).toMatchObject({
        relinked: true,
        result: expect.stringContaining("Ann Weber"),
      });
      const job = `/api/v1/proxy/jobs/${answer.compliance_trace.job_id}`;
      const other = await sessionOf(gateway, credentials);
      const byOther = finalOf(await read(other, job));
      expect([byOther.relinked, JSON.stringify(byOther.result)]).toEqual([
        false,
        expect.not.stringContaining("Ann Weber"),
      ]);
    }
  });

  test("A session whose end comes during a call gets the answer with placeholders", async () => {
    const cookie = await sessionOf(gateway, byKey());
    const sent = gateway.worker.jobs.length;
    gateway.worker.hold();
    const waiting = post(cookie, letterRequest(), PROXY_PATH).then(finalOf);
    await until("the worker has the job", () => gateway.worker.jobs.length > sent);
    await post(cookie, {}, "/api/v1/auth/logout").expect(204);
    gateway.worker.letGo();
    const { relinked, result } = await waiting;
    expect([relinked, JSON.stringify(result)]).toEqual([
      false,
      expect.not.stringContaining("Ann Weber"),
    ]);
  });

  test("A session calls only the native endpoint, and only from the gateway's own origin", async () => {
    const cookie = await sessionOf(gateway, byKey());
    const chat = { model: "m-1", messages: [{ role: "user", content: "Hello" }] };
    expect(codeOf(await post(cookie, chat, "/v1/chat/completions"))[0]).toBe(401);
    const foreign = await request(gateway.app)
      .post(PROXY_PATH)
      .set({ cookie, origin: "https://other.example" })
      .send(letterRequest());
    expect(codeOf(foreign)).toEqual([403, "origin_not_allowed"]);
    expect(gateway.worker.direct).toEqual([]);
  });
});
