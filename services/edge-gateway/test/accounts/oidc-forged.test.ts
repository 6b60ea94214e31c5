/** @heavy signs in with a real OpenID provider, and with one that forges tokens */
import { expect, test } from "@jest/globals";
import { describeWithServer, startTunnel } from "@veil/testing";
import request from "supertest";
import type { TokenForm } from "../support/hostile-oidc-provider.ts";
import { throughProvider } from "../support/oidc-provider.ts";
import { callbackOf, HOSTILE, openOidcSuite, START } from "../support/oidc-suite.ts";
import { cookieOf } from "../support/session-client.ts";

const FORGED: readonly (readonly [string, TokenForm])[] = [
  ["an unsigned token", { header: { alg: "none" }, key: "none" }],
  ["a token without a signature", { key: "none" }],
  ["a token of an unknown key", { key: "other" }],
  ["a token of another issuer", { claims: { iss: "https://other.example" } }],
  ["a token for another client", { claims: { aud: "other" } }],
  ["a token of another sign-in", { claims: { nonce: "other" } }],
  ["a token without a nonce", { claims: { nonce: undefined } }],
  ["a token that has expired", { claims: { exp: 1_000_000_000 } }],
  ["a token without a subject", { claims: { sub: undefined } }],
];

describeWithServer("postgres", "Sign-in with an identity provider", () => {
  const { base, file, real, hostile, get, started, signIn, refusedWith, refusal } = openOidcSuite();

  test("a callback without the cookie, a second time, and with the cookie of another sign-in is refused", async () => {
    const { cookie, callback, response } = await signIn();
    expect(response.status).toBe(200);
    expect(refusedWith(await get(callback))).toEqual(refusal("session_required"));
    expect(refusedWith(await get(callback, cookie))).toEqual(refusal("invalid_credentials"));
    const other = await started();
    const answered = await throughProvider((await started()).location, real().issuer);
    expect(refusedWith(await get(answered, other.cookie))).toEqual(refusal("invalid_credentials"));
    const changed = `${other.cookie.slice(0, -3)}AAA`;
    expect(refusedWith(await get(answered, changed))).toEqual(refusal("session_required"));
  });

  test("the response of another provider than the one that was started is refused (mix-up)", async () => {
    const { cookie, location } = await started();
    const callback = await throughProvider(location, real().issuer);
    const elsewhere = callback.replace("/oidc/real/", "/oidc/hostile/");
    expect(refusedWith(await get(elsewhere, cookie))).toEqual(refusal("invalid_credentials"));
    const other = await started(HOSTILE);
    for (const issuer of [real().issuer, undefined]) {
      const answer = answerOf(other.location, issuer);
      hostile().expect(other.location, { claims: { groups: ["owners"] } });
      expect(refusedWith(await get(answer, other.cookie))).toEqual(refusal("invalid_credentials"));
    }
  });

  test("a provider that does not respond leads back to the portal, and an unknown one is not found", async () => {
    const down = await get("/api/v1/auth/oidc/down");
    expect(refusedWith(down)).toEqual(refusal("server_busy"));
    expect((await get("/api/v1/auth/oidc/none")).status).toBe(404);
    expect((await get("/api/v1/auth/oidc/none/callback")).status).toBe(404);
  });

  test("with EGRESS_PROXY_URL, a sign-in reaches the provider through the proxy alone", async () => {
    const tunnel = await startTunnel(Number(new URL(real().issuer).port));
    const proxied = await base().replica({ OIDC_FILE: file, EGRESS_PROXY_URL: tunnel.url });
    const start = await request(proxied.app).get(START);
    const callback = new URL(
      await throughProvider(String(start.headers["location"]), real().issuer),
    );
    await tunnel.close();
    const closed = await request(proxied.app)
      .get(callback.pathname + callback.search)
      .set({ cookie: cookieOf(start) });
    expect(tunnel.asked).toContain(new URL(real().issuer).host);
    expect(refusedWith(closed)).toEqual(refusal("invalid_credentials"));
    await proxied.close();
  });

  test("a good token of the provider that forges others starts a session", async () => {
    expect((await answeredWith({})).status).toBe(200);
  });

  test.each(FORGED)("%s starts no session", async (_name, form) => {
    expect(refusedWith(await answeredWith(form))).toEqual(refusal("invalid_credentials"));
  });

  async function answeredWith(form: TokenForm) {
    const { cookie, location } = await started(HOSTILE);
    hostile().expect(location, { ...form, claims: { groups: ["owners"], ...form.claims } });
    return await get(answerOf(location, hostile().issuer), cookie);
  }

  /** Returns the address of the callback, as the hostile provider leads there. */
  function answerOf(location: string, issuer: string | undefined): string {
    const answer = new URL(callbackOf("hostile"));
    answer.searchParams.set("code", "x");
    answer.searchParams.set("state", new URL(location).searchParams.get("state") ?? "");
    if (issuer !== undefined) answer.searchParams.set("iss", issuer);
    return answer.href;
  }
});
