import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "@jest/globals";
import request from "supertest";
import { openHostileProvider } from "./hostile-oidc-provider.ts";
import { openOidcProvider, throughProvider } from "./oidc-provider.ts";
import { cookieOf, OWN_ORIGIN } from "./session-client.ts";
import { startTestGateway, type TestGateway } from "./test-gateway.ts";

const CLIENT = { id: "veil", secret: "secret-of-the-client" };

export const callbackOf = (id: string) => `${OWN_ORIGIN}/api/v1/auth/oidc/${id}/callback`;
export const START = "/api/v1/auth/oidc/real";
export const HOSTILE = "/api/v1/auth/oidc/hostile";
export const SESSION = "/api/v1/auth/session";

/** A gateway with three providers: a real one, one that sends any token, and one that is down. */
export function openOidcSuite() {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "veil-oidc-")), "oidc.json");
  let base: TestGateway;
  let gateway: Awaited<ReturnType<TestGateway["replica"]>>;
  let real: Awaited<ReturnType<typeof openOidcProvider>>;
  let hostile: Awaited<ReturnType<typeof openHostileProvider>>;
  let apiKey = "";
  let customerId = "";

  beforeAll(async () => {
    real = await openOidcProvider(callbackOf("real"), CLIENT);
    hostile = await openHostileProvider(CLIENT.id);
    base = await startTestGateway({ ACCOUNT_CALLS_PER_MINUTE: "10000" });
    ({ apiKey, customerId } = await base.provision());
    const other = (await base.provision()).customerId;
    const groupsOf = (customer_id: string, roles: Readonly<Record<string, string>>) =>
      Object.entries(roles).map(([group, role]) => ({ group, customer_id, role }));
    const common = { client_id: CLIENT.id, client_secret: CLIENT.secret };
    const groups = [
      ...groupsOf(customerId, { owners: "owner", keys: "key_manager" }),
      ...groupsOf(customerId, { people: "member", audit: "auditor" }),
      ...groupsOf(other, { elsewhere: "owner" }),
      ...groupsOf(`cus_${"0".repeat(40)}`, { gone: "owner" }),
    ];
    const providers = [
      { id: "real", title: "Example AG", issuer: real.issuer, ...common, groups },
      { id: "hostile", title: "Eve", issuer: hostile.issuer, ...common, groups },
      { id: "down", title: "Down", issuer: "http://127.0.0.1:1", ...common, groups },
    ];
    writeFileSync(file, JSON.stringify({ providers }));
    gateway = await base.replica({ OIDC_FILE: file });
  });
  afterAll(async () => {
    await gateway.close();
    await base.close();
    await real.close();
    await hostile.close();
  });
  beforeEach(() => {
    Object.assign(real.person, { sub: "ann", email: "ann@example.org", groups: ["owners"] });
  });

  const get = (url: string, cookie = "") => {
    const { pathname, search } = new URL(url, OWN_ORIGIN);
    return request(gateway.app)
      .get(pathname + search)
      .set({ cookie });
  };
  /** Returns the sign-in's cookie, and where the gateway leads the browser. */
  async function started(address = START) {
    const response = await get(address);
    expect(response.status).toBe(303);
    return { cookie: cookieOf(response), location: String(response.headers["location"]) };
  }
  async function signIn(address = START) {
    const { cookie, location } = await started(address);
    const callback = await throughProvider(location, real.issuer);
    return { cookie, callback, response: await get(callback, cookie) };
  }
  async function sessionWith(...groups: string[]) {
    real.person.groups = groups;
    const { response } = await signIn();
    expect(response.status).toBe(200);
    return sessionIn(response);
  }
  const sessionIn = ({ headers }: request.Response) =>
    [headers["set-cookie"] ?? []]
      .flat()
      .map((line: string) => line.split(";")[0] ?? "")
      .find((pair: string) => pair.startsWith("svc_session=")) ?? "";
  const refusedWith = ({ status, headers }: request.Response) => [
    status,
    headers["location"],
    sessionIn({ headers } as request.Response),
  ];
  const refusal = (code: string) => [303, `/portal/?refused=${code}`, ""];

  return {
    ...{ file, get, started, signIn, sessionWith, sessionIn, refusedWith, refusal },
    base: () => base,
    gateway: () => gateway,
    real: () => real,
    hostile: () => hostile,
    customer: () => ({ apiKey, customerId }),
  };
}
