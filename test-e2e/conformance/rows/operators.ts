import { FRESH } from "../endpoints.ts";
import { type Row, run, tested } from "../row.ts";
import { NO_ADMIN, NO_WEBSITE, UNKNOWN_ID } from "./access.ts";

const CUSTOMER = "/api/v1/admin/customers/{customer_id}";
const LISTS = `${CUSTOMER}/entity-lists`;
const LIST = `${LISTS}/{list_id}`;
const CHANGES = `GET ${CUSTOMER}/changes`;
const POLICY = "/api/v1/admin/keys/{key_id}/entity-policy";
const CALL_POLICY = "/api/v1/admin/keys/{key_id}/call-policy";
const PASSWORD = "/api/v1/admin/users/{customer_id}/password";

const VERIFICATION = "GET /api/v1/admin/audit/verification";
const CHECKPOINT = "GET /api/v1/admin/audit/checkpoint";
const EXPOSURE = "GET /api/v1/admin/exposure";
const LEAVES = "GET /api/v1/admin/audit/leaves";
const TIME_STAMP = "GET /api/v1/admin/audit/time-stamp";

const reads = (endpoint: string): Row => run(endpoint, 200, "an administrator asks");

export const ADMIN_ANSWERS: readonly Row[] = [
  ...NO_ADMIN,
  ...UNKNOWN_ID.filter(({ endpoint }) => endpoint.includes("/api/v1/admin/")),
  ...[
    "GET /api/v1/admin/customers",
    `GET ${CUSTOMER}`,
    `GET ${LISTS}`,
    `GET ${LIST}`,
    `GET ${POLICY}`,
    `GET ${CALL_POLICY}`,
    "GET /api/v1/admin/organizations",
    "GET /api/v1/admin/organizations/{org_id}",
    "GET /api/v1/admin/users",
    "GET /api/v1/admin/contacts",
    VERIFICATION,
    "GET /api/v1/admin/stats",
    "GET /api/v1/admin/backlog",
    CHANGES,
  ].map(reads),
  ...["customers", "organizations", "users", "contacts"].flatMap((list) => [
    run(`GET /api/v1/admin/${list}`, 200, "limit=200", { query: "limit=200" }),
    run(`GET /api/v1/admin/${list}`, [400, "invalid_field"], "limit=201", { query: "limit=201" }),
  ]),
  run("POST /api/v1/admin/session", 201, "an administrator at the operators' host"),
  ...tested([404, "not_found"], "POST /api/v1/admin/session"),
  run(CHANGES, [400, "invalid_field"], "days=91", { query: "days=91" }),
  ...tested([503, "audit_unavailable"], CHANGES),
  run(VERIFICATION, [400, "invalid_field"], "newest=10001", { query: "newest=10001" }),
  ...tested(200, CHECKPOINT, LEAVES, TIME_STAMP),
  ...tested([404, "not_found"], CHECKPOINT, TIME_STAMP),
  ...tested([503, "audit_unavailable"], VERIFICATION, CHECKPOINT, LEAVES, TIME_STAMP),
  run(EXPOSURE, 200, "a window", {
    query: "since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z",
  }),
  run(EXPOSURE, [400, "invalid_field"], "a time that is none", { query: "since=x" }),
  run(EXPOSURE, [400, "missing_field"], "a window without a start"),
  run(CHECKPOINT, [400, "invalid_field"], "from=0", { query: "from=0" }),
  run(LEAVES, [400, "invalid_field"], "after=-1", { query: "after=-1" }),
  run(TIME_STAMP, [400, "invalid_field"], "size=x", { query: "size=x" }),
  ...[LEAVES, TIME_STAMP].map((endpoint) => run(endpoint, [400, "missing_field"], "no number")),
  run("POST /api/v1/admin/customers", 201, "a new email"),
  ...tested(200, "POST /api/v1/admin/customers", "POST /api/v1/admin/customers/search"),
  run("POST /api/v1/admin/customers/search", [404, "not_found"], "an unknown email"),
  run(`PATCH ${CUSTOMER}`, 200, "a tier"),
  run(`PATCH ${CUSTOMER}`, [400, "invalid_field"], "no change", { body: {} }),
  run(`POST ${CUSTOMER}/keys`, 201, "without a body", { body: "" }),
  ...tested([403, "tier_insufficient"], `POST ${CUSTOMER}/keys`),
  ...tested(200, `DELETE ${CUSTOMER}/keys/{key_id}`),
  ...tested(201, `POST ${CUSTOMER}/keys/{key_id}/rotate`),
  run(`POST ${LISTS}`, 201, "a list"),
  ...tested([400, "too_many_lists"], `POST ${LISTS}`),
  run(`PUT ${LIST}`, 200, "another list"),
  ...tested([503, "server_busy"], `POST ${LISTS}`, `PUT ${LIST}`, `PUT ${PASSWORD}`),
  ...tested(204, `DELETE ${LIST}`, `DELETE ${POLICY}`, `DELETE ${CALL_POLICY}`),
  ...tested(204, `DELETE ${PASSWORD}`, "DELETE /api/v1/admin/contacts/{contact_id}"),
  run(`PUT ${POLICY}`, 200, "a policy"),
  run(`PUT ${CALL_POLICY}`, 200, "a policy", { body: { relink: false } }),
  run(`PUT ${CALL_POLICY}`, [400, "invalid_field"], "a mode without its text", {
    body: { mcp: { system_prompt: { mode: "prepend" } } },
  }),
  run(`PUT ${CALL_POLICY}`, [400, "missing_field"], "a system prompt without its mode", {
    body: { mcp: { system_prompt: { text: "Be brief" } } },
  }),
  run(
    `PUT ${CALL_POLICY}`,
    [400, "system_prompt_pii_detected"],
    "an email address in the system prompt",
    { body: { mcp: { system_prompt: { mode: "append", text: "Write to ann@example.org" } } } },
  ),
  run("POST /api/v1/admin/organizations", 201, "an organization"),
  run(`PUT ${PASSWORD}`, [400, "invalid_field"], "a password of 11 letters", {
    body: { password: "a".repeat(11) },
  }),
  run(`PUT ${PASSWORD}`, 204, "a password of 12 letters", { body: { password: "a".repeat(12) } }),
];

export const WEBSITE_ANSWERS: readonly Row[] = [
  ...NO_WEBSITE,
  run("POST /api/v1/website/provision", 201, "a new email", {}, { body: { tier: "pro" } }),
  ...tested([409, "customer_exists"], "POST /api/v1/website/provision"),
  run("GET /api/v1/website/stats", 200, "the figures", {}, { body: { customers: Number } }),
  run("POST /api/v1/website/contact", 201, "a message", {
    body: { email: `${FRESH}@example.org`, message: "Please call." },
  }),
  run("POST /api/v1/website/contact", [400, "invalid_field"], "a message of 5 001 letters", {
    body: { email: "ann@example.org", message: "a".repeat(5_001) },
  }),
];
