import { LOGIN, SESSION } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";
import { ENDED_SESSION, FOREIGN_ORIGIN, REPLACED_KEY, ROLE, UNKNOWN_ID } from "./access.ts";

const ACCOUNT = "/api/v1/account";
const KEYS = `${ACCOUNT}/keys`;
const KEY = `${KEYS}/{key_id}`;
const LISTS = `${ACCOUNT}/entity-lists`;
const LIST = `${LISTS}/{list_id}`;
const OIDC = "GET /api/v1/auth/oidc/{provider_id}";
const PROVIDER_KEY = `${ACCOUNT}/provider-key`;

export const ACCOUNT_LINES = [
  line(
    "DEC-12",
    "`GET, POST /api/v1/account/keys`, `POST .../{id}/rotate` (grace at most 24 h, default 1 h), `DELETE .../{id}`; `GET, PATCH, DELETE /api/v1/account`. An expired licence does not close `GET /usage`.",
    UNKNOWN_ID.filter(({ endpoint }) => endpoint.includes(KEYS)),
    run(`GET ${KEYS}`, 200, "the customer's keys"),
    run(`POST ${KEYS}`, 201, "without a body", { body: "" }, { body: { family: "svc" } }),
    run(`POST ${KEYS}`, 201, "a developer key in any tier", {
      as: "free",
      body: { family: "gw_live", class: "developer" },
    }),
    run(`POST ${KEYS}`, [403, "tier_insufficient"], "a live key of the tier free", {
      as: "free",
      body: { family: "gw_live" },
    }),
    tested([400, "too_many_keys"], `POST ${KEYS}`),
    tested([429, "rate_limited"], `POST ${KEYS}`, `POST ${KEY}/rotate`),
    run(`POST ${KEY}/rotate`, [400, "invalid_field"], "a grace of 24 hours and a second", {
      body: { grace_seconds: 86_401 },
    }),
    tested(201, `POST ${KEY}/rotate`),
    tested([403, "key_policy_forbids"], `POST ${KEY}/rotate`),
    tested([409, "last_native_key"], `DELETE ${KEY}`),
    run(`GET ${ACCOUNT}`, 200, "the account", {}, { body: { tier: "pro", managed_ai: true } }),
    run(`PATCH ${ACCOUNT}`, 200, "a company", {}, { body: { company: "Example Ltd" } }),
    run(`PATCH ${ACCOUNT}`, [400, "invalid_field"], "a change of the email address", {
      body: { email: "bob@example.org" },
    }),
    run(`DELETE ${ACCOUNT}`, [400, "invalid_field"], "another customer's id"),
    tested(200, `DELETE ${KEY}`, `DELETE ${ACCOUNT}`),
  ),
  line(
    "DEC-13",
    "`PUT`, `DELETE /api/v1/account/provider-key` replace and remove the stored provider key.",
    tested(200, `PUT ${PROVIDER_KEY}`, `DELETE ${PROVIDER_KEY}`),
    run(`PUT ${PROVIDER_KEY}`, [400, "invalid_field"], "a key without a known prefix", {
      body: { provider_key: "xx-1" },
    }),
  ),
  line(
    "DEC-14",
    "Body limits elsewhere: SDK and MCP routes and entity lists 4 MB, scan 64 kB, all others 64 kB.",
    UNKNOWN_ID.filter(({ endpoint }) => endpoint.includes(LISTS) && !endpoint.includes("/admin/")),
    run(`GET ${ACCOUNT}/entity-policy`, 200, "the key's policy"),
    run(`POST ${ACCOUNT}/preview`, 200, "a text", {}, { body: { redactions: Array } }),
    tested([503, "sanitizer_unavailable"], `POST ${ACCOUNT}/preview`),
    tested([503, "server_busy"], `POST ${ACCOUNT}/preview`),
    run(`GET ${LISTS}`, 200, "the customer's lists"),
    run(`GET ${LIST}`, 200, "a list"),
    run(
      `POST ${LISTS}`,
      201,
      "a new list, with the header Location",
      {},
      { headers: { location: new RegExp(`^${LISTS}/lst_[0-9a-f]{32}$`) } },
    ),
    run(`POST ${LISTS}`, 201, "a body of 4 MB", { bytes: 4 * 1024 * 1024 }),
    run(`PUT ${LIST}`, 200, "another list"),
    tested(204, `DELETE ${LIST}`),
    tested([400, "too_many_lists"], `POST ${LISTS}`),
    tested([403, "key_policy_forbids"], `POST ${LISTS}`, `PUT ${LIST}`, `DELETE ${LIST}`),
    tested([503, "server_busy"], `POST ${LISTS}`, `PUT ${LIST}`),
    tested([429, "rate_limited"], `POST ${LISTS}`, `PUT ${LIST}`),
    ["/api/v1/register", "/api/v1/scan", "/api/v1/website/contact"].map((path) =>
      run(`POST ${path}`, path === "/api/v1/scan" ? 200 : 201, "a body of 64 kB", {
        bytes: 64 * 1024,
      }),
    ),
    tested(200, "POST /api/v1/auth/login"),
    run("GET /api/v1/auth/sessions", 200, "a key", {}, { body: { sessions: Array } }),
    tested(204, "DELETE /api/v1/auth/sessions"),
    run("GET /api/v1/auth/methods", 200, "anyone", {}, { body: { api_key: true } }),
    tested([403, "key_policy_forbids"], LOGIN),
    tested(303, OIDC, `${OIDC}/callback`),
    tested(200, `${OIDC}/callback`),
    tested([404, "not_found"], OIDC, `${OIDC}/callback`),
    run("GET /api/v1/usage/history", 200, "no period", {}, { body: { by: "day", spans: Array } }),
    run(
      "GET /api/v1/usage/history",
      [400, "invalid_field"],
      "a period that ends before it begins",
      {
        query: "since=2027-01-02&until=2027-01-01",
      },
    ),
    tested([429, "rate_limited"], "GET /api/v1/auth/methods", OIDC, `${OIDC}/callback`),
    run("GET /api/v1/account/members", 200, "a key", {}, { body: { members: Array } }),
    tested(204, "DELETE /api/v1/account/members/{member_id}"),
    UNKNOWN_ID.filter(({ endpoint }) => endpoint.includes("/members/")),
  ),
  line(
    "DEC-15",
    "A key with an end (rotated, in its grace) may infer, scan and read usage; everything that manages answers 403, and it opens no session.",
    REPLACED_KEY,
    tested([403, "key_replaced"], LOGIN),
    tested([401, "session_required"], SESSION),
  ),
  line(
    "DEC-16",
    "Every state-changing cookie call needs a same-origin `Origin`.",
    ENDED_SESSION,
    FOREIGN_ORIGIN,
    ROLE,
  ),
];
