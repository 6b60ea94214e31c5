/** @heavy signs in with a real OpenID provider */
import { expect, test } from "@jest/globals";
import { OPERATIONS, permissionOf } from "@veil/contracts/openapi";
import { DatabaseError } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";

import request from "supertest";
import { callOperation } from "../support/endpoint-call.ts";
import { throughProvider } from "../support/oidc-provider.ts";
import { openOidcSuite, SESSION, START } from "../support/oidc-suite.ts";
import { cookieOf, logInAt, OWN_ORIGIN, postWith } from "../support/session-client.ts";
import { startGatewayOn } from "../support/test-gateway.ts";

const KEYS = "/api/v1/account/keys";

describeWithServer("postgres", "Sign-in with an identity provider", () => {
  const { base, gateway, real, customer, file, ...suite } = openOidcSuite();
  const { get, started, signIn, sessionWith, sessionIn, refusedWith, refusal } = suite;
  const may = async (cookie: string) => (await get(SESSION, cookie)).body;

  test("a person whose group matches gets a session of the customer with the group's role, and the page leads to where they started", async () => {
    const { response } = await signIn(`${START}?page=/portal/audit`);
    expect(response.status).toBe(200);
    expect(response.text).toContain('content="0;url=/portal/audit"');
    expect(await may(sessionIn(response))).toMatchObject({
      ...{ email: "ann@example.org", role: "owner", may: ["read", "call", "keys", "account"] },
    });
    const { body } = await get("/api/v1/account", sessionIn(response));
    expect(body.customer_id).toBe(customer().customerId);
  });

  test("the browser gets neither a token of the provider nor a cookie that scripts or other hosts could read or set", async () => {
    const { cookie, location } = await started();
    const [line = ""] = (await get(START)).headers["set-cookie"] ?? [];
    expect(line).toMatch(/^__Host-svc_sign_in=/);
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/", "Max-Age=600"])
      expect(line.split("; ")).toContain(flag);
    expect(line).not.toContain("Domain");
    const query = new URL(location).searchParams;
    expect(query.get("code_challenge_method")).toBe("S256");
    for (const secret of [query.get("state") ?? "", query.get("nonce") ?? ""])
      expect(Buffer.from(cookie.split("=")[1] ?? "", "base64url").toString()).not.toContain(secret);
    const response = await get(await throughProvider(location, real().issuer), cookie);
    expect(response.text).not.toMatch(/eyJ/);
    expect(String(response.headers["set-cookie"])).toMatch(/svc_session=[^;]+;.*SameSite=Strict/);
    expect(String(response.headers["set-cookie"])).toMatch(/__Host-svc_sign_in=;/);
  });

  test("only pages of the portal can be returned to", async () => {
    for (const page of [
      "https://evil.example",
      "//evil.example",
      "/portal/../api",
      "/portal/?a=b",
    ]) {
      const { response } = await signIn(`${START}?page=${encodeURIComponent(page)}`);
      expect(response.text).toContain('content="0;url=/portal/"');
    }
  });

  test("groups match exactly; without a match, with groups of two customers, or for a customer who does not exist, there is no session", async () => {
    for (const groups of [
      [],
      ["Owners"],
      ["owners "],
      ["owner"],
      ["owners", "elsewhere"],
      ["gone"],
    ]) {
      real().person.groups = groups;
      const { response } = await signIn();
      expect([groups, refusedWith(response)]).toEqual([groups, refusal("role_insufficient")]);
    }
  });

  test.each([
    ["owners", { read: 200, call: 200, keys: 201, account: 200 }],
    ["keys", { read: 200, call: 200, keys: 201, account: 403 }],
    ["people", { read: 200, call: 200, keys: 403, account: 403 }],
    ["audit", { read: 200, call: 403, keys: 403, account: 403 }],
  ] as const)(
    "a person of the group %s may do what the role permits, and a refusal says who can help",
    async (group, expected) => {
      const cookie = await sessionWith(group);
      const responses = {
        read: await get("/api/v1/usage", cookie),
        call: await postWith(gateway(), cookie, "/api/v1/account/preview", { text: "Hello" }),
        keys: await postWith(gateway(), cookie, KEYS, {}),
        account: await request(gateway().app)
          .patch("/api/v1/account")
          .set({ cookie, origin: OWN_ORIGIN })
          .send({ company: "Example AG" }),
      };
      const statuses = Object.entries(responses).map(([kind, { status }]) => [kind, status]);
      expect(Object.fromEntries(statuses)).toEqual(expected);
      for (const { status, body } of Object.values(responses))
        if (status === 403) {
          expect(body.error).toBe("role_insufficient");
          expect(body.hint).toContain("An owner of the account");
        }
    },
  );

  test("with several roles the strongest counts", async () => {
    expect(await may(await sessionWith("audit", "keys"))).toMatchObject({ role: "key_manager" });
  });

  test("when the role changes at a later sign-in, earlier sessions have the new role at once, and without any group they end", async () => {
    const earlier = await sessionWith("owners");
    const later = await sessionWith("audit");
    for (const cookie of [earlier, later])
      expect(await may(cookie)).toMatchObject({ role: "auditor" });
    expect((await postWith(gateway(), earlier, KEYS, {})).body.error).toBe("role_insufficient");
    real().person.groups = [];
    await signIn();
    for (const cookie of [earlier, later])
      expect((await get(SESSION, cookie)).body.error).toBe("session_required");
  });

  test("when the groups name another customer, the earlier sessions end", async () => {
    const earlier = await sessionWith("owners");
    const later = await sessionWith("elsewhere");
    expect((await get(SESSION, earlier)).status).toBe(401);
    expect((await get("/api/v1/account", later)).body.customer_id).not.toBe(customer().customerId);
  });

  test("a key that a key manager makes or rotates calls, but neither changes the account nor signs in; an owner's key does both", async () => {
    for (const [group, status, signedIn] of [
      ["keys", 403, [403, "key_policy_forbids"]],
      ["owners", 200, [200, undefined]],
    ] as const) {
      const cookie = await sessionWith(group);
      const issued = (await postWith(gateway(), cookie, KEYS, {})).body;
      const path = `${KEYS}/${issued.key_id}/rotate`;
      const rotated = (await postWith(gateway(), cookie, path, { grace_seconds: 0 })).body;
      const headers = { "x-api-key": rotated.api_key };
      const usage = await request(gateway().app).get("/api/v1/usage").set(headers);
      const change = await request(gateway().app)
        .patch("/api/v1/account")
        .set(headers)
        .send({ company: "Example AG" });
      expect([group, usage.status, change.status]).toEqual([group, 200, status]);
      const login = await logInAt(gateway(), { api_key: rotated.api_key });
      expect([login.status, login.body.error]).toEqual(signedIn);
      const { keys } = (await get(KEYS, cookie)).body;
      const [listed] = keys.filter(({ key_id }: { key_id: string }) => key_id === rotated.key_id);
      expect(listed.calls_only).toBe(group === "keys" ? true : undefined);
    }
  });

  test("twenty-one people of one customer have sessions at once, and events name the member", async () => {
    const first = await sessionWith("people");
    for (let person = 0; person < 20; person += 1) {
      real().person.sub = `person-${person}`;
      await sessionWith("people");
    }
    expect((await get(SESSION, first)).status).toBe(200);
    const started = (await base().events()).filter(
      ({ event_type }) => event_type === "SESSION_STARTED",
    );
    expect(new Set(started.map(({ payload }) => payload.member_id)).size).toBeGreaterThan(20);
  });

  // @spec DEC-16
  test("an auditor gets 403 role_insufficient from every endpoint that does more than read", async () => {
    const headers = { cookie: await sessionWith("audit"), origin: OWN_ORIGIN };
    const forbidden = OPERATIONS.filter(
      (operation) => operation.access.includes("session") && permissionOf(operation) !== "read",
    );
    expect(forbidden.length).toBeGreaterThan(15);
    for (const operation of forbidden) {
      const { status, body } = await callOperation(gateway(), operation, headers);
      expect([operation.id, status, body.error]).toEqual([operation.id, 403, "role_insufficient"]);
    }
  });

  // @spec END-5
  test("when the database does not respond, the callback gets 503 inference_service_unavailable", async () => {
    const down = async () => {
      throw new DatabaseError(new Error("gone"), { sent: false });
    };
    const { runtimeUrl } = base().database.urls;
    const broken = await startGatewayOn(
      runtimeUrl,
      { OIDC_FILE: file },
      { stores: (stores) => ({ ...stores, members: { ...stores.members, signIn: down } }) },
    );
    const { cookie, location } = await started();
    const callback = new URL(await throughProvider(location, real().issuer));
    const { status, body } = await request(broken.app)
      .get(callback.pathname + callback.search)
      .set({ cookie });
    expect([status, body.error]).toEqual([503, "inference_service_unavailable"]);
    await broken.close();
  });

  test("a member ends only their own sessions; the sessions of keys stay", async () => {
    const byKey = cookieOf(await logInAt(gateway(), { api_key: customer().apiKey }));
    const member = await sessionWith("people");
    const ended = await request(gateway().app)
      .delete("/api/v1/auth/sessions")
      .set({ cookie: member, origin: OWN_ORIGIN });
    expect(ended.status).toBe(204);
    expect((await get(SESSION, member)).status).toBe(401);
    expect(await may(byKey)).toMatchObject({ role: "owner" });
  });

  test("an owner sees the members and erases one, whose sessions end; the database has who they are only sealed", async () => {
    const owner = await sessionWith("owners");
    Object.assign(real().person, { sub: "bob-0815", email: "bob@example.org" });
    const bob = await sessionWith("people");
    const listed = (await get("/api/v1/account/members", owner)).body.members;
    const [{ member_id }] = listed.filter(
      ({ email }: { email: string }) => email === "bob@example.org",
    );
    expect((await get("/api/v1/account/members", bob)).status).toBe(403);
    const dump = JSON.stringify(await base().database.dump());
    for (const value of ["bob-0815", "bob@example.org"]) {
      expect(dump).not.toContain(value);
      expect(dump).not.toContain(Buffer.from(value).toString("hex"));
    }
    const remove = () =>
      request(gateway().app)
        .delete(`/api/v1/account/members/${member_id}`)
        .set({ cookie: owner, origin: OWN_ORIGIN });
    expect((await remove()).status).toBe(204);
    expect((await get(SESSION, bob)).status).toBe(401);
    expect((await remove()).status).toBe(404);
    const types = (await base().events()).map(({ event_type }) => event_type);
    expect(types).toContain("MEMBER_REMOVED");
  });

  test("with SIGN_IN_BY_KEY=false, keys start no session, but still call", async () => {
    const closed = await base().replica({ SIGN_IN_BY_KEY: "false", OIDC_FILE: file });
    const refused = await logInAt(closed, { api_key: customer().apiKey });
    expect([refused.status, refused.body.error]).toEqual([403, "key_policy_forbids"]);
    const { body } = await request(closed.app).get("/api/v1/auth/methods");
    expect(body).toMatchObject({ api_key: false, password: true });
    const usage = await request(closed.app)
      .get("/api/v1/usage")
      .set("x-api-key", customer().apiKey);
    expect(usage.status).toBe(200);
    await closed.close();
  });
});
