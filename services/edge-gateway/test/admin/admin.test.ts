import { expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import {
  AdminStatsResponse,
  AdminUsersResponse,
  AuditVerificationResponse,
} from "@veil/contracts/public/admin";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { ADMIN_KEYS, openAdminSuite } from "../support/admin-suite.ts";
import { freshEmail } from "../support/fresh.ts";
import { codeOf } from "../support/native-client.ts";
import { logInAt, sessionOf } from "../support/session-client.ts";

const PASSWORD = "correct horse battery staple";
const parseStats = checked(AdminStatsResponse);
const parseVerification = checked(AuditVerificationResponse);
const parseUsers = checked(AdminUsersResponse);

describeWithServer("postgres", "Administration", () => {
  const { one, admin, admined, eventsOf } = openAdminSuite();

  const asCustomer = (path: string, key: string) =>
    request(one().app).get(`/api/v1/account/${path}`).set("x-api-key", key);

  // @spec END-2
  test("When a password is set, then the customer can log in; when it is changed or removed, then the customer's sessions end", async () => {
    const email = freshEmail();
    const { customerId } = await one().provision({ email });
    const path = `/users/${customerId}/password`;
    const login = (password: string) => logInAt(one(), { email, password });
    const session = (cookie: string) =>
      request(one().app).get("/api/v1/auth/session").set("cookie", cookie);
    expect((await admin("put", path, { password: PASSWORD })).status).toBe(204);
    const first = await sessionOf(one(), { email, password: PASSWORD });
    const { users } = parseUsers(await admined("get", "/users"));
    expect(users).toMatchObject([{ customer_id: customerId, email }]);
    await admined("put", path, { password: `${PASSWORD}!` });
    expect(codeOf(await session(first))).toEqual([401, "session_required"]);
    expect((await login(PASSWORD)).status).toBe(401);
    const second = await sessionOf(one(), { email, password: `${PASSWORD}!` });
    expect((await admin("delete", path)).status).toBe(204);
    expect(codeOf(await session(second))).toEqual([401, "session_required"]);
    expect((await login(`${PASSWORD}!`)).status).toBe(401);
    expect(await admined("get", "/users")).toEqual({ users: [] });
    const recorded = (await eventsOf(customerId)).map(({ event_type, payload }) => [
      event_type,
      payload,
    ]);
    const by = { changed_by: expect.stringMatching(/^admin:[0-9a-f]{8}$/) };
    expect(recorded).toEqual(
      expect.arrayContaining([
        ["ADMIN_PASSWORD_SET", by],
        ["ADMIN_PASSWORD_REMOVED", by],
      ]),
    );
  });

  test.each([
    [{ password: "too short" }, 400, "invalid_field"],
    [{ password: "x".repeat(257) }, 400, "invalid_field"],
    [{}, 400, "missing_field"],
    [{ password: PASSWORD }, 404, "not_found"],
  ])(
    "A password request with %j for an unknown customer gets %i %s",
    async (body, status, code) => {
      const path = `/users/cus_${"0".repeat(40)}/password`;
      expect(codeOf(await admin("put", path, body))).toEqual([status, code]);
    },
  );

  test("When a customer has removed the email, then neither the session nor the administration shows an email", async () => {
    const { apiKey, customerId } = await one().provision();
    const removal = request(one().app).patch("/api/v1/account").set("x-api-key", apiKey);
    expect((await removal.send({ email: null })).status).toBe(200);
    const login = await logInAt(one(), { api_key: apiKey });
    expect(login.status).toBe(200);
    expect(login.body).not.toHaveProperty("email");
    const details = await admined("get", `/customers/${customerId}`);
    expect(details).toMatchObject({ customer_id: customerId });
    expect(details).not.toHaveProperty("email");
  });

  // @spec END-2
  test("A key's policy can be set, read and cleared, and applies at once", async () => {
    const { apiKey, keyId, customerId } = await one().provision();
    const path = `/keys/${keyId}/entity-policy`;
    const policy = { types: { ORG: true }, may_keep: ["AGE"], may_allow: false };
    const set = await admined("put", path, policy);
    expect(set).toMatchObject({ may_keep: ["AGE"], types: { ORGANIZATION: true } });
    expect((await asCustomer("entity-policy", apiKey)).body).toEqual(set);
    expect(await admined("get", path)).toEqual(set);
    expect((await admin("delete", path)).status).toBe(204);
    expect((await asCustomer("entity-policy", apiKey)).body).toMatchObject({ may_keep: [] });
    const changes = (await eventsOf(customerId)).filter(
      ({ event_type }) => event_type === "ENTITY_POLICY_CHANGED",
    );
    expect(changes).toHaveLength(2);
    for (const { payload } of changes)
      expect(payload).toMatchObject({
        key_id: keyId,
        changed_by: expect.stringMatching(/^admin:/),
      });
    for (const method of ["get", "delete"] as const)
      expect((await admin(method, "/keys/unknown1/entity-policy")).status).toBe(404);
    expect(codeOf(await admin("put", path, { types: { NOTHING: true } }))).toEqual([
      400,
      "invalid_field",
    ]);
  });

  // @spec END-2
  test("A key's call policy can be set, read and cleared, is recorded without its text, and also applies to the next key", async () => {
    const { keyId, customerId } = await one().provision();
    const path = `/keys/${keyId}/call-policy`;
    const policy = { relink: true, mcp: { system_prompt: { mode: "prepend", text: "Be brief" } } };
    const whole = {
      ...{ ...policy, tools: { allowed: false, relink_tools: [] }, extensions: [] },
    };
    const kept = async () => (await one().stores.apiKeys.find(keyId))?.callPolicy;
    expect(await admined("put", path, policy)).toEqual(whole);
    expect(await admined("get", path)).toEqual(whole);
    expect(await kept()).toEqual(policy);
    const rotated = await admined("post", `/customers/${customerId}/keys/${keyId}/rotate`, {
      grace_seconds: 60,
    });
    expect(await admined("get", `/keys/${rotated.key_id}/call-policy`)).toEqual(whole);
    expect((await admin("delete", path)).status).toBe(204);
    expect(await kept()).toBeUndefined();
    const changes = (await eventsOf(customerId)).filter(
      ({ event_type }) => event_type === "CALL_POLICY_CHANGED",
    );
    expect(changes.map(({ payload }) => payload)).toMatchObject([
      { key_id: keyId, relink: "true", tools_allowed: "false", system_prompt_mode: "prepend" },
      { key_id: keyId, relink: "false", relink_tool_count: "0" },
    ]);
    expect(JSON.stringify(changes)).not.toContain("Be brief");
    for (const method of ["get", "delete"] as const)
      expect((await admin(method, "/keys/unknown1/call-policy")).status).toBe(404);
  });

  test.each([
    [{ relink: "true" }, "invalid_field"],
    [{ tools: { allowed: true, relink_tools: ["a b"] } }, "invalid_field"],
    [{ tools: { relink_tools: Array(129).fill("a") } }, "invalid_field"],
    [{ mcp: { allowed_tools: ["shell"] } }, "invalid_field"],
    [{ mcp: { allowed_models: [] } }, "invalid_field"],
    [{ mcp: { system_prompt: { mode: "prepend" } } }, "invalid_field"],
    [{ mcp: { system_prompt: { mode: "replace", text: "a\u0000" } } }, "invalid_field"],
    [{ mcp: { system_prompt: { mode: "replace", text: "x".repeat(16_385) } } }, "invalid_field"],
    [
      { mcp: { system_prompt: { mode: "append", text: "Write to ann@post.example" } } },
      "system_prompt_pii_detected",
    ],
  ])("An invalid call policy is refused, and nothing is stored: %#", async (policy, code) => {
    const { keyId } = await one().provision();
    expect(codeOf(await admin("put", `/keys/${keyId}/call-policy`, policy))).toEqual([400, code]);
    expect((await one().stores.apiKeys.find(keyId))?.callPolicy).toBeUndefined();
  });

  // @spec END-2
  test("A key can be issued, replaced with a grace and revoked, even if it is the last one", async () => {
    const { apiKey, keyId, customerId } = await one().provision({ tier: "free" });
    const path = `/customers/${customerId}/keys`;
    const usage = (key: string) => request(one().app).get("/api/v1/usage").set("x-api-key", key);
    const refused = await admin("post", path, { family: "gw_live" });
    expect(codeOf(refused)).toEqual([403, "tier_insufficient"]);
    const developer = await admin("post", path, { family: "gw_live", class: "developer" });
    expect(developer.status).toBe(201);
    expect((await usage(developer.body.api_key)).status).toBe(200);
    const rotated = await admined("post", `${path}/${keyId}/rotate`, { grace_seconds: 60 });
    const until = new Date(one().clock.ms + 60_000).toISOString();
    expect(rotated.replaced).toEqual({ key_id: keyId, valid_until: until });
    for (const key of [apiKey, rotated.api_key]) expect((await usage(key)).status).toBe(200);
    for (const key of [keyId, rotated.key_id]) {
      const { status, body } = await admin("delete", `${path}/${key}`);
      expect([status, body.key_id]).toEqual([200, key]);
    }
    for (const key of [apiKey, rotated.api_key]) expect((await usage(key)).status).toBe(401);
    const { keys } = await admined("get", `/customers/${customerId}`);
    expect(keys).toHaveLength(3);
    const changes = (await eventsOf(customerId)).filter(({ payload }) =>
      payload.changed_by?.startsWith("admin:"),
    );
    expect(changes.map(({ event_type }) => event_type).sort()).toEqual([
      "KEY_ISSUED",
      "KEY_ISSUED",
      "KEY_REVOKED",
      "KEY_REVOKED",
      "KEY_ROTATED",
    ]);
    const other = await one().provision();
    const elsewhere = `/customers/${customerId}/keys/${other.keyId}`;
    expect(codeOf(await admin("delete", elsewhere))).toEqual([404, "not_found"]);
    expect(codeOf(await admin("delete", `${path}/x`))).toEqual([404, "not_found"]);
  });

  // @spec END-2
  test("An administrator can create, replace and delete a customer's lists, even when the customer's keys have a policy", async () => {
    const { apiKey, keyId, customerId } = await one().provision();
    await admined("put", `/keys/${keyId}/entity-policy`, { may_allow: false });
    const path = `/customers/${customerId}/entity-lists`;
    const list = { kind: "allow", entries: [{ value: "Project Heron" }] };
    const created = await admin("post", path, list);
    expect(created.status).toBe(201);
    const { list_id } = created.body;
    expect((await asCustomer("entity-lists", apiKey)).body.lists).toMatchObject([{ list_id }]);
    expect(await admined("put", `${path}/${list_id}`, list)).toMatchObject({ version: 2 });
    expect(await admined("get", `${path}/${list_id}`)).toMatchObject({ version: 2 });
    expect((await admin("delete", `${path}/${list_id}`)).status).toBe(204);
    expect(await admined("get", path)).toEqual({ lists: [] });
    const changes = (await eventsOf(customerId)).filter(({ event_type }) =>
      event_type.startsWith("ENTITY_LIST_"),
    );
    expect(changes.map(({ event_type }) => event_type).sort()).toEqual([
      "ENTITY_LIST_CREATED",
      "ENTITY_LIST_DELETED",
      "ENTITY_LIST_REPLACED",
    ]);
    for (const { payload } of changes) expect(payload.changed_by).toMatch(/^admin:[0-9a-f]{8}$/);
    const other = await one().provision();
    const elsewhere = `/customers/${other.customerId}/entity-lists/${list_id}`;
    expect((await admin("get", elsewhere)).status).toBe(404);
    const unknown = `/customers/cus_${"0".repeat(40)}/entity-lists`;
    expect(codeOf(await admin("post", unknown, list))).toEqual([404, "not_found"]);
  });

  // @spec END-2
  test("A customer's 33rd list gets 400 too_many_lists, whether the customer or an administrator creates it", async () => {
    const { apiKey, customerId } = await one().provision();
    const list = { kind: "deny", entries: [{ value: "Heron" }] };
    const path = `/customers/${customerId}/entity-lists`;
    for (let count = 0; count < 32; count++) await admined("post", path, list);
    expect(codeOf(await admin("post", path, list))).toEqual([400, "too_many_lists"]);
    const own = request(one().app).post("/api/v1/account/entity-lists").set("x-api-key", apiKey);
    expect(codeOf(await own.send(list))).toEqual([400, "too_many_lists"]);
  });

  test("The statistics count the current customers and requests", async () => {
    const before = parseStats(await admined("get", "/stats"));
    const { apiKey } = await one().provision({ tier: "enterprise" });
    await sessionOf(one(), { api_key: apiKey });
    expect(parseStats(await admined("get", "/stats"))).toEqual({
      ...before,
      customers: { ...before.customers, enterprise: before.customers.enterprise + 1 },
      organizations: before.organizations + 1,
      active_keys: before.active_keys + 1,
      active_sessions: before.active_sessions + 1,
    });
  });

  test("A new organization is in the list, and its creation is in the log with the actor system", async () => {
    const { org_id } = await admined("post", "/organizations");
    const { organizations } = await admined("get", "/organizations?limit=1");
    expect(organizations).toMatchObject([{ org_id, customer_count: 0 }]);
    expect((await eventsOf("system")).slice(-1)).toMatchObject([
      { event_type: "ADMIN_ORGANIZATION_CREATED", scope: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });

  test("Verifying the audit log returns the range of verified events", async () => {
    await eventsOf("system");
    const count = one().seen.audit.length;
    expect(count).toBeGreaterThan(2);
    const verify = async (query: string) =>
      parseVerification(await admined("get", `/audit/verification${query}`));
    const verified_at = new Date(one().clock.ms).toISOString();
    const intact = { status: "intact", last_seq: count, verified_at };
    expect(await verify("")).toEqual({ ...intact, first_seq: 1, whole_log: true });
    const partial = { ...intact, first_seq: count - 1, whole_log: false };
    expect(await verify("?newest=2")).toEqual(partial);
    for (const query of ["newest=0", "newest=10001", "events=1"])
      expect(codeOf(await admin("get", `/audit/verification?${query}`))).toEqual([
        400,
        "invalid_field",
      ]);
  });

  // @spec END-2
  test("When the audit service does not respond, then verifying the audit log gets 503 audit_unavailable", async () => {
    const other = await one().replica({ AUDIT_URL: "http://127.0.0.1:1" });
    const response = await request(other.app)
      .get("/api/v1/admin/audit/verification")
      .set("x-admin-key", ADMIN_KEYS[0]);
    expect(codeOf(response)).toEqual([503, "audit_unavailable"]);
    await other.close();
  });

  test("No event, log line or message to a service contains an admin key, a password or a customer's key", async () => {
    const { customerId } = await one().provision();
    await admined("put", `/users/${customerId}/password`, { password: PASSWORD });
    const { api_key } = await admined("post", "/customers", { email: freshEmail(), tier: "pro" });
    await admin("get", "/stats", undefined, `${ADMIN_KEYS[0]}!`);
    const events = [...(await eventsOf(customerId)), ...(await eventsOf("system"))];
    const all = JSON.stringify([events, one().seen]);
    for (const planted of [...ADMIN_KEYS, PASSWORD, api_key]) expect(all).not.toContain(planted);
    for (const seen of ["ADMIN_PASSWORD_SET", "/api/v1/admin/stats"]) expect(all).toContain(seen);
  });
});
