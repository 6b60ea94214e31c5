import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@jest/globals";
import { findIn, type Sink } from "@veil/local-stack/inspection";
import type { Gateway, Reply } from "../../support/clients/gateway.ts";
import type { Scenario } from "../../support/scenario.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Caller = (method: Method, place: string, body?: unknown) => Promise<Reply>;

/**
 * The values in requests and responses of the endpoints for sessions, administrators and the
 * website.
 */
export interface OperatorCanaries {
  /**
   * Passwords, sessions and keys. Only the response that issues one may contain it, and no store
   * may.
   */
  readonly secrets: readonly string[];
  /** Personal data that only administrators may read. */
  readonly personal: readonly string[];
  /** Operators' keys, which are in the stack's files. */
  readonly operatorKeys: readonly string[];
  /** The responses that issue no key. */
  readonly answers: Sink;
}

interface Planted {
  readonly email: string;
  readonly apiKey: string;
  readonly listed: readonly string[];
}

/**
 * Calls each endpoint for sessions, administrators and the website, with success and with failure.
 */
export async function plantOperatorCanaries(
  scenario: Scenario,
  planted: Planted,
): Promise<OperatorCanaries> {
  const { stack, gateway } = scenario;
  const keyIn = (file: string) => readFileSync(path.join(stack.stateDir, file), "utf8").trim();
  const [adminKey, websiteKey] = [keyIn("admin-key"), keyIn("website-key")];
  const admin = callerWith(gateway, "/api/v1/admin", { "x-admin-key": adminKey });
  const website = callerWith(gateway, "/api/v1/website", { "x-website-key": websiteKey });
  const tag = Date.now();
  const person = {
    email: `contactina.${tag}@contact-canary.example`,
    name: "Contactina Nachtschatten",
    company: `Tourmaline Works ${tag}`,
    message: `Please call about the obsidian lantern ${tag}`,
  };
  const password = `Amaranth passphrase ${tag}`;

  const keys = await issueKeys(scenario, { admin, website, person, planted });
  const [answers, tokens] = await readEverything(gateway, { admin, password, planted });
  answers.push(await website("POST", "/contact", person), await admin("GET", "/contacts"));
  expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
  await failAsOperator(gateway, { admin, website, secret: password, person });
  const text = JSON.stringify(answers);
  const personal = Object.values(person);
  // Proves that the responses contain the expected values, and that the search finds them.
  expect(findIn([{ name: "answers", text }], [planted.email, ...personal])).toHaveLength(5);
  return {
    secrets: [password, ...tokens, ...keys, ...keys.map((key) => key.slice(12))],
    personal,
    operatorKeys: [adminKey, websiteKey],
    answers: { name: "answers of the administration", text },
  };
}

function callerWith(
  gateway: Gateway,
  base: string,
  headers: Readonly<Record<string, string>>,
): Caller {
  return (method, place, body) =>
    gateway.call({ method, path: base + place, headers, ...(body !== undefined && { body }) });
}

interface Issue {
  readonly admin: Caller;
  readonly website: Caller;
  readonly person: { readonly email: string; readonly company: string };
  readonly planted: Planted;
}

/** Issues keys as the website and as an administrator, and by both kinds of rotation. */
async function issueKeys(
  { gateway, customer }: Scenario,
  { admin, website, person, planted }: Issue,
): Promise<readonly string[]> {
  const provisioned = await website("POST", "/provision", {
    ...person,
    name: undefined,
    message: undefined,
    tier: "pro",
  });
  const found = await admin("POST", "/customers/search", { email: planted.email });
  const keys = `/customers/${found.body["customer_id"]}/keys`;
  const issued = await admin("POST", keys);
  const rotated = await admin("POST", `${keys}/${issued.body["key_id"]}/rotate`);
  const { apiKey } = await customer();
  const own = `/api/v1/account/keys/${apiKey.slice(4, 12)}/rotate`;
  const replies = [
    provisioned,
    issued,
    rotated,
    await gateway.call({ method: "POST", path: own, apiKey }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  return replies.map(({ body }) => String(body["api_key"]));
}

interface Reading {
  readonly admin: Caller;
  readonly password: string;
  readonly planted: Planted;
}

/**
 * Reads the customer's data as an administrator, and as the customer in two sessions. @returns the
 * responses, and the tokens of the sessions
 */
async function readEverything(
  gateway: Gateway,
  { admin, password, planted }: Reading,
): Promise<readonly [Reply[], readonly string[]]> {
  const { email, apiKey, listed } = planted;
  const found = await admin("POST", "/customers/search", { email });
  const id = found.body["customer_id"];
  const set = await admin("PUT", `/users/${id}/password`, { password });
  const cookies = await Promise.all([
    logIn(gateway, { email, password }),
    logIn(gateway, { api_key: apiKey }),
  ]);
  const entries = listed.map((value) => ({ value }));
  const answers = [
    found,
    set,
    await admin("POST", `/customers/${id}/entity-lists`, { kind: "deny", entries }),
  ];
  const views = ["/customers", `/customers/${id}`, `/customers/${id}/entity-lists`, "/users"];
  for (const view of [...views, "/organizations", "/stats", "/audit/verification"])
    answers.push(await admin("GET", view));
  for (const cookie of cookies)
    for (const view of ["account", "account/keys", "account/audit", "auth/session"])
      answers.push(await gateway.call({ path: `/api/v1/${view}`, headers: { cookie } }));
  return [answers, cookies.map((cookie) => cookie.slice(cookie.indexOf("=") + 1))];
}

async function logIn(gateway: Gateway, body: object): Promise<string> {
  const reply = await gateway.call({ method: "POST", path: "/api/v1/auth/login", body });
  expect(reply.status).toBe(200);
  const [cookie = ""] = (reply.headers["set-cookie"] ?? "").split(";");
  expect(cookie).toMatch(/^svc_session=[\w-]{43}$/);
  return cookie;
}

interface Failure {
  readonly admin: Caller;
  readonly website: Caller;
  readonly secret: string;
  readonly person: { readonly email: string; readonly name: string; readonly message: string };
}

/** Sends wrong keys, sessions, passwords and bodies that contain values which must not leak. */
async function failAsOperator(
  gateway: Gateway,
  { admin, website, secret, person }: Failure,
): Promise<void> {
  const { email, name, message } = person;
  const replies = [
    await gateway.call({ path: "/api/v1/admin/stats", headers: { "x-admin-key": secret } }),
    await gateway.call({ path: "/api/v1/website/stats", headers: { "x-website-key": secret } }),
    await gateway.call({ path: "/api/v1/account", headers: { cookie: `svc_session=${name}` } }),
    ...(await Promise.all(
      [
        { email, password: secret },
        { api_key: secret },
        { email, password: secret, [name]: 1 },
        `{"email": "${email}", "password": "${secret}"`,
      ].map((body) => gateway.call({ method: "POST", path: "/api/v1/auth/login", body })),
    )),
    await admin("POST", "/customers", { email, tier: name }),
    await admin("POST", "/customers", { email: message, tier: "pro" }),
    await admin("POST", "/customers/search", { email: message }),
    await admin("GET", `/customers/${encodeURIComponent(name)}`),
    await admin("GET", `/customers?cursor=${encodeURIComponent(email)}`),
    await admin("DELETE", `/contacts/${encodeURIComponent(name)}`),
    await admin("PUT", `/users/${encodeURIComponent(email)}/password`, { password: secret }),
    await website("POST", "/contact", { email, message, [name]: secret }),
    await website("POST", "/contact", { email: name, message }),
    await website("POST", "/provision", { email, tier: message }),
  ];
  for (const { status } of replies) expect(status).toBeGreaterThanOrEqual(400);
}
