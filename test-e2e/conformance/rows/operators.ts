import { FRESH } from "../endpoints.ts";
import { inGateway, provenBy, type Row, run } from "../row.ts";
import { NO_ADMIN, NO_WEBSITE, UNKNOWN_ID } from "./access.ts";

const CUSTOMER = "/api/v1/admin/customers/{customer_id}";
const LISTS = `${CUSTOMER}/entity-lists`;
const LIST = `${LISTS}/{list_id}`;
const POLICY = "/api/v1/admin/keys/{key_id}/entity-policy";
const CALL_POLICY = "/api/v1/admin/keys/{key_id}/call-policy";
const PASSWORD = "/api/v1/admin/users/{customer_id}/password";

const inAdmin = (title: string) => inGateway("admin", title);
const inAdminLog = (title: string) => inGateway("admin-audit-log", title);
const LOG_ANSWERS = inAdminLog(
  "An administrator gets what the log proves, or 404 when there is none",
);
const KEYS = inAdmin("A key is issued, replaced with a grace and revoked, also the last one");
const ENTITY_LISTS = inAdmin(
  "A customer's lists are created, replaced and deleted, whatever binds the customer's keys",
);
const CLEARED = inAdmin("A key's policy is set, read and cleared, and applies at once");
const CALL_POLICIES = inAdmin(
  "A key's call policy is set, read and cleared, is recorded without its text, and binds the next key",
);
const PASSWORDS = inAdmin(
  "When a password is set, then its customer logs in; when it changes or goes, sessions end",
);
const KNOWN = inGateway(
  "admin-customers",
  "When a customer is created, then the key works; a second time it is the same customer",
);
const MESSAGES = inGateway(
  "website",
  "A message is kept sealed for 90 days, and administrators read and delete it",
);
const BUSY_LISTS = inGateway(
  "lists-in-flight",
  "While a large list is in flight, others' large ones are 503 server_busy, and the customer's own 429 rate_limited: a %s",
);

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
    "GET /api/v1/admin/audit/verification",
    "GET /api/v1/admin/stats",
  ].map(reads),
  ...["customers", "organizations", "users", "contacts"].flatMap((list) => [
    run(`GET /api/v1/admin/${list}`, 200, "limit=200", { query: "limit=200" }),
    run(`GET /api/v1/admin/${list}`, [400, "invalid_field"], "limit=201", { query: "limit=201" }),
  ]),
  run("GET /api/v1/admin/audit/verification", [400, "invalid_field"], "newest=10001", {
    query: "newest=10001",
  }),
  provenBy(
    "GET /api/v1/admin/audit/verification",
    [503, "audit_unavailable"],
    "the audit service does not answer",
    inAdmin("When the audit service does not answer, then nothing is said to be verified"),
  ),
  ...["checkpoint", "leaves", "time-stamp"].map((what) =>
    provenBy(`GET /api/v1/admin/audit/${what}`, 200, "the log has it", LOG_ANSWERS),
  ),
  ...["checkpoint", "time-stamp"].map((what) =>
    provenBy(`GET /api/v1/admin/audit/${what}`, [404, "not_found"], "there is none", LOG_ANSWERS),
  ),
  ...["checkpoint?from=0", "leaves?after=-1", "time-stamp?size=x"].map((what) => {
    const [endpoint = "", query = ""] = what.split("?");
    const path = `GET /api/v1/admin/audit/${endpoint}`;
    return run(path, [400, "invalid_field"], query, { query });
  }),
  ...["leaves", "time-stamp"].map((what) =>
    run(`GET /api/v1/admin/audit/${what}`, [400, "missing_field"], "no number"),
  ),
  ...["checkpoint", "leaves", "time-stamp"].map((what) =>
    provenBy(
      `GET /api/v1/admin/audit/${what}`,
      [503, "audit_unavailable"],
      "the audit service does not answer",
      inAdminLog("When the audit service does not answer, then nothing is said of the log"),
    ),
  ),
  run("POST /api/v1/admin/customers", 201, "a new email"),
  provenBy("POST /api/v1/admin/customers", 200, "a known email", KNOWN),
  provenBy("POST /api/v1/admin/customers/search", 200, "a known email", KNOWN),
  run("POST /api/v1/admin/customers/search", [404, "not_found"], "an unknown email"),
  run(`PATCH ${CUSTOMER}`, 200, "a tier"),
  run(`PATCH ${CUSTOMER}`, [400, "invalid_field"], "no change", { body: {} }),
  run(`POST ${CUSTOMER}/keys`, 201, "without a body", { body: "" }),
  provenBy(
    `POST ${CUSTOMER}/keys`,
    [403, "tier_insufficient"],
    "a live key of the tier free",
    KEYS,
  ),
  provenBy(`DELETE ${CUSTOMER}/keys/{key_id}`, 200, "a key, also the last one", KEYS),
  provenBy(`POST ${CUSTOMER}/keys/{key_id}/rotate`, 201, "a key", KEYS),
  run(`POST ${LISTS}`, 201, "a list"),
  provenBy(
    `POST ${LISTS}`,
    [400, "too_many_lists"],
    "the 33rd",
    inAdmin("Of a customer's lists the 33rd is 400 too_many_lists, by whomever it is sent"),
  ),
  run(`PUT ${LIST}`, 200, "another list"),
  provenBy(`DELETE ${LIST}`, 204, "a list", ENTITY_LISTS),
  ...[`POST ${LISTS}`, `PUT ${LIST}`].flatMap((endpoint) => [
    provenBy(endpoint, [503, "server_busy"], "others' large lists are in flight", BUSY_LISTS),
    provenBy(endpoint, [429, "rate_limited"], "the customer's own are", BUSY_LISTS),
  ]),
  run(`PUT ${POLICY}`, 200, "a policy"),
  provenBy(`DELETE ${POLICY}`, 204, "a policy", CLEARED),
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
  provenBy(`DELETE ${CALL_POLICY}`, 204, "a policy", CALL_POLICIES),
  run("POST /api/v1/admin/organizations", 201, "an organization"),
  run(`PUT ${PASSWORD}`, [400, "invalid_field"], "a password of 11 letters", {
    body: { password: "a".repeat(11) },
  }),
  run(`PUT ${PASSWORD}`, 204, "a password of 12 letters", { body: { password: "a".repeat(12) } }),
  provenBy(`DELETE ${PASSWORD}`, 204, "a password", PASSWORDS),
  provenBy(`PUT ${PASSWORD}`, [503, "server_busy"], "too many passwords wait", [
    "services/edge-gateway/src/modules/accounts/sessions/scrypt-queue.test.ts",
    "When 64 wait for the two that run, then the next is server_busy, until there is room again",
  ]),
  provenBy("DELETE /api/v1/admin/contacts/{contact_id}", 204, "a message", MESSAGES),
];

export const WEBSITE_ANSWERS: readonly Row[] = [
  ...NO_WEBSITE,
  run("POST /api/v1/website/provision", 201, "a new email", {}, { body: { tier: "pro" } }),
  provenBy(
    "POST /api/v1/website/provision",
    [409, "customer_exists"],
    "a known email",
    inGateway(
      "website",
      "A customer is created at a tier, by the website; a known one is neither changed nor given a key",
    ),
  ),
  run("GET /api/v1/website/stats", 200, "the figures", {}, { body: { customers: Number } }),
  run("POST /api/v1/website/contact", 201, "a message", {
    body: { email: `${FRESH}@example.org`, message: "Please call." },
  }),
  run("POST /api/v1/website/contact", [400, "invalid_field"], "a message of 5 001 letters", {
    body: { email: "ann@example.org", message: "a".repeat(5_001) },
  }),
];
