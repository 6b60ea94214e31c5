import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { ADMIN_KEYS, openAdminSuite } from "../support/admin-suite.ts";
import { codeOf } from "../support/native-client.ts";

const HOST = "operators.example";
const SESSION = "/api/v1/admin/session";
const STATS = "/api/v1/admin/stats";
const MINUTE_MS = 60_000;

interface Served {
  readonly app: Parameters<typeof request>[0];
}

const start = ({ app }: Served, headers: Readonly<Record<string, string>> = {}) =>
  request(app)
    .post(SESSION)
    .set({ host: HOST, "x-admin-key": ADMIN_KEYS[0], ...headers });
const readWith = ({ app }: Served, token: string, host = HOST) =>
  request(app).get(STATS).set({ host, "x-admin-session": token });

describeWithServer("postgres", "Sessions of operators", () => {
  const { one, eventsOf } = openAdminSuite({ OPERATOR_HOSTS: HOST });

  test("a key gets a token at the operators' host, the token takes the key's place for 15 minutes, and the start is an event", async () => {
    const response = await start(one());
    expect(response.status).toBe(201);
    const { token, key_id, expires_at } = response.body;
    expect(Date.parse(expires_at)).toBe(one().clock.ms + 15 * MINUTE_MS);
    expect((await readWith(one(), token)).status).toBe(200);
    const events = await eventsOf("system");
    expect(events.filter(({ event_type }) => event_type === "ADMIN_SESSION_STARTED")).toEqual([
      expect.objectContaining({ payload: { changed_by: `admin:${key_id}` } }),
    ]);
    one().clock.ms += 15 * MINUTE_MS;
    expect(codeOf(await readWith(one(), token))).toEqual([401, "admin_unauthorized"]);
  });

  test("a change with a token is recorded as one of the key that started the session", async () => {
    const { token, key_id } = (await start(one())).body;
    const created = await request(one().app)
      .post("/api/v1/admin/organizations")
      .set({ host: HOST, "x-admin-session": token });
    expect(created.status).toBe(201);
    expect(await eventsOf("system")).toContainEqual(
      expect.objectContaining({
        event_type: "ADMIN_ORGANIZATION_CREATED",
        payload: { changed_by: `admin:${key_id}` },
      }),
    );
  });

  test("at every other host no session starts and no token counts, also if a proxy's header names the operators' host", async () => {
    const { token } = (await start(one())).body;
    const other = { host: "gateway.example", "x-forwarded-host": HOST };
    expect(codeOf(await start(one(), other))).toEqual([404, "not_found"]);
    expect(codeOf(await readWith(one(), token, other.host))).toEqual([401, "admin_unauthorized"]);
  });

  test("a wrong key, a token in place of the key, and a token that was changed, made up or sent as a key are refused", async () => {
    const { token } = (await start(one())).body;
    const refused = [401, "admin_unauthorized"];
    expect(codeOf(await start(one(), { "x-admin-key": "x".repeat(40) }))).toEqual(refused);
    const renewed = await request(one().app)
      .post(SESSION)
      .set({ host: HOST, "x-admin-session": token });
    expect(codeOf(renewed)).toEqual(refused);
    const changed = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
    for (const wrong of [changed, "", "x", "é", token.slice(4)])
      expect([wrong, codeOf(await readWith(one(), wrong))]).toEqual([wrong, refused]);
    const asKey = await request(one().app).get(STATS).set({ host: HOST, "x-admin-key": token });
    expect(codeOf(asKey)).toEqual(refused);
  });

  test("when its key is removed from the settings, a token ends", async () => {
    const { token } = (await start(one())).body;
    const later = await one().replica({ ADMIN_KEYS: ADMIN_KEYS[1] });
    expect(codeOf(await readWith(later, token))).toEqual([401, "admin_unauthorized"]);
    await later.close();
  });

  test("without OPERATOR_HOSTS, no session starts, and an earlier token does not count", async () => {
    const { token } = (await start(one())).body;
    const closed = await one().replica({ OPERATOR_HOSTS: "" });
    expect(codeOf(await start(closed))).toEqual([404, "not_found"]);
    expect(codeOf(await readWith(closed, token))).toEqual([401, "admin_unauthorized"]);
    await closed.close();
  });
});
