import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { checked } from "@veil/contracts/parsing";
import { ProvisionResponse } from "@veil/contracts/public/admin";
import { SubjectRequestResult } from "@veil/contracts/public/compliance/dsar";
import { EntityListSummary } from "@veil/contracts/public/entity-lists";
import { IssuedKeyResponse } from "@veil/contracts/public/keys";
import { ProxyResponse } from "@veil/contracts/public/proxy";
import { until } from "@veil/testing";
import type { RowCaller } from "../conformance/row.ts";
import { setCallPolicy } from "./call-policy.ts";
import type { Gateway, Reply } from "./clients/gateway.ts";
import type { Scenario } from "./scenario.ts";

type Headers = Readonly<Record<string, string>>;

/** The callers of one stack, and the objects that exist in that stack. */
export interface Callers {
  headersOf(caller: RowCaller): Headers;
  /**
   * Returns ids for the variables in a path: those of the caller or, for administrators' endpoints,
   * those of a customer that no other test uses.
   */
  idsFor(path: string): Readonly<Record<string, string>>;
}

const NO_OPERATOR = "no-operator-has-this-key".repeat(2);
const ELSEWHERE = "https://evil.example";
const LIST = { kind: "deny", entries: [{ value: "Project Heron" }] };

type Customer = Pick<ProvisionResponse, "customer_id" | "api_key">;

const parseCustomer = checked(ProvisionResponse);
const parseKey = checked(IssuedKeyResponse);
const parseList = checked(EntityListSummary);
const parseRequest = checked(SubjectRequestResult);
const parseAnswer = checked(ProxyResponse);

export async function createCallers({ gateway, stack }: Scenario): Promise<Callers> {
  const keyFor = (name: string) =>
    readFileSync(path.join(stack.stateDir, `${name}-key`), "utf8").trim();
  const asAdmin = { "x-admin-key": keyFor("admin") };
  const post = postTo(gateway);
  const customer = async (order: object) =>
    parseCustomer(
      await post("/api/v1/admin/customers", asAdmin, {
        ...{ email: freshEmail(), managed_ai: true },
        ...order,
      }),
    );
  const live = { key_family: "gw_live" };
  const keys = {
    free: await customer({ tier: "free" }),
    pro: await customer({ tier: "pro" }),
    live: await customer({ tier: "pro", ...live }),
    enterprise: await customer({ tier: "enterprise" }),
    developer: await customer({ tier: "pro", ...live, developer: true }),
    responses: await customer({ tier: "pro" }),
    expired: await customer({ tier: "pro", license_expires_at: "2020-01-31T00:00:00Z" }),
    subject: await customer({ tier: "free" }),
  };
  const key = ({ api_key }: Customer): Headers => ({ "x-api-key": api_key });
  await setCallPolicy({ stack, gateway }, keys.responses.api_key, { extensions: ["responses"] });
  const session = async (owner: Customer) => await logIn(gateway, owner.api_key);
  const [ofPro, ofFree] = [await session(keys.pro), await session(keys.free)];
  const headers: Readonly<Record<RowCaller, Headers>> = {
    anonymous: {},
    free: key(keys.free),
    pro: key(keys.pro),
    "pro by bearer": { authorization: `Bearer ${keys.pro.api_key}` },
    "pro live": key(keys.live),
    enterprise: key(keys.enterprise),
    developer: key(keys.developer),
    "with responses": key(keys.responses),
    expired: key(keys.expired),
    // The key has the correct form, so that the gateway looks it up.
    "unknown key": { "x-api-key": await endedKey(gateway, asAdmin, keys.subject) },
    session: { cookie: ofPro, origin: gateway.url },
    "free session": { cookie: ofFree, origin: gateway.url },
    "ended session": { cookie: `svc_session=${"a".repeat(43)}`, origin: gateway.url },
    "session elsewhere": { cookie: ofPro, origin: ELSEWHERE },
    admin: asAdmin,
    website: { "x-website-key": keyFor("website") },
    "wrong operator": { "x-admin-key": NO_OPERATOR, "x-website-key": NO_OPERATOR },
  };
  const made = await post("/api/v1/compliance/dsar", key(keys.pro), {
    ...{ subject_request_type: "access", subject: { kind: "value", value: "Heron" } },
  });
  const { subject_request_id } = parseRequest(made);
  const own = { ...(await belongings(gateway, keys.pro)), subject_request_id };
  const subject = await belongings(gateway, keys.subject);
  const { org_id } = await post("/api/v1/admin/organizations", asAdmin);
  const contact_id = "contact_none";
  const { provider_id, member_id } = UNKNOWN_IDS;
  const all = {
    ...{ org_id: String(org_id), contact_id, activity_id: "claims-triage", field: "1.1.b" },
    // The stack has no identity provider, and so no member.
    ...{ provider_id: String(provider_id), member_id: String(member_id) },
  };
  return {
    headersOf: (caller) => headers[caller],
    idsFor: (place) => ({ ...all, ...(place.startsWith("/api/v1/admin/") ? subject : own) }),
  };
}

function postTo(gateway: Gateway) {
  return async (place: string, headers: Headers, body?: object) => {
    const reply = await gateway.call({ method: "POST", path: place, headers, body });
    return answerOf(reply);
  };
}

function answerOf(reply: Reply): Reply["body"] {
  if (reply.status >= 300) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  return reply.body;
}

async function logIn(gateway: Gateway, api_key: string): Promise<string> {
  const path = "/api/v1/auth/login";
  const reply = await gateway.call({ method: "POST", path, body: { api_key } });
  answerOf(reply);
  const [cookie = ""] = (reply.headers["set-cookie"] ?? "").split(";");
  return cookie;
}

/** Creates a key and revokes it. @returns the key */
async function endedKey(gateway: Gateway, asAdmin: Headers, owner: Customer): Promise<string> {
  const keys = `/api/v1/admin/customers/${owner.customer_id}/keys`;
  const { api_key, key_id } = parseKey(await postTo(gateway)(keys, asAdmin, {}));
  const path = `${keys}/${key_id}`;
  answerOf(await gateway.call({ method: "DELETE", path, headers: asAdmin }));
  return api_key;
}

/** Creates an additional key, a list and a job of the customer. */
async function belongings(gateway: Gateway, { customer_id, api_key }: Customer) {
  const post = postTo(gateway);
  const headers = { "x-api-key": api_key };
  const { key_id } = parseKey(await post("/api/v1/account/keys", headers, {}));
  const { list_id } = parseList(await post("/api/v1/account/entity-lists", headers, LIST));
  const call = { prompt_template: "Summarize: {letter}", context: { letter: "Nothing." } };
  const answer = parseAnswer(await post("/api/v1/proxy/messages", headers, call));
  const { request_id = "req_none", compliance_trace } = answer;
  if (answer.veil) await issuedCertificate(gateway, headers, answer.veil.certificate_url);
  return { customer_id, key_id, list_id, request_id, job_id: compliance_trace.job_id };
}

async function issuedCertificate(gateway: Gateway, headers: Headers, path: string) {
  await until("the certificate is issued", async () => {
    return answerOf(await gateway.call({ path, headers }))["signable"] !== undefined;
  });
}

function freshEmail(): string {
  return `conformance-${randomBytes(8).toString("hex")}@example.org`;
}

/** Ids of the correct form that belong to no object. */
export const UNKNOWN_IDS: Readonly<Record<string, string>> = {
  customer_id: `cus_${"0".repeat(40)}`,
  key_id: "00000000",
  list_id: `lst_${"0".repeat(32)}`,
  org_id: `org_${"0".repeat(32)}`,
  job_id: "job_none",
  request_id: `req_${"0".repeat(32)}`,
  contact_id: "contact_none",
  activity_id: "none",
  field: "9.9",
  subject_request_id: `dsr_${"0".repeat(32)}`,
  provider_id: "none",
  member_id: `mem_${"0".repeat(32)}`,
};
