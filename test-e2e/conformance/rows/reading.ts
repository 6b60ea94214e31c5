import { EXPORT, SCAN, USAGE, VIEW } from "../endpoints.ts";
import { inGateway, line, provenBy, run, tested } from "../row.ts";

const EMAIL = "margaret.holloway@post.example";
const LENGTH = 4096;
const scanned = (text: string, language?: string) => ({ body: { text, language } });

export const SCANS = [
  line(
    "- Auth: none. Body: scan request. Runs the L1 (known-entity) and L2 (named-entity recognition) sanitiser layers only. L3 is not invoked. Stateless: input and output are never stored.",
    run(
      SCAN,
      200,
      "a text, without a key",
      { ...scanned(`Write to ${EMAIL}.`), as: "anonymous" },
      {
        body: { layers_active: ["L1", "L2"] },
      },
    ),
    tested(
      "L3 is not asked, for a customer of enterprise either",
      inGateway(
        "scan",
        "goes only to the sanitiser: without list, policy and shield for every caller",
      ),
    ),
    tested("nothing is stored", [
      "test-e2e/leak-canary.e2e.test.ts",
      "Then nothing is found where it must not be",
    ]),
  ),
  line(
    "- 200: scan response. 400: missing or empty text, oversize text, bad language. 405 (only POST). 415 (Content-Type must be application/json). 429 (global cap). 503 `sanitizer_unavailable` (sanitiser error, response-shape drift, or upstream timeout of 6 seconds).",
    run(SCAN, 200, "a text", scanned(`Write to ${EMAIL}.`), {
      body: { redacted: "Write to [EMAIL_1]." },
    }),
    run(SCAN, [400, "missing_field"], "no text", { body: { language: "en" } }),
    run(SCAN, [400, "invalid_field"], "an empty text", scanned("")),
    run(SCAN, [400, "invalid_field"], "a text of blanks", scanned(" \n\t ")),
    run(SCAN, [400, "invalid_field"], "another language", scanned("Texte", "fr")),
    run(SCAN, [400, "request_too_large"], `${LENGTH + 1} bytes`, scanned("a".repeat(LENGTH + 1))),
    run("GET /api/v1/scan", [405, "method_not_allowed"], "GET", {}, { headers: { allow: "POST" } }),
    run("HEAD /api/v1/scan", 405, "HEAD", {}, { headers: { allow: "POST" } }),
    run(SCAN, [415, "unsupported_media_type"], "no Content-Type", {
      headers: { "content-type": "" },
    }),
    provenBy(
      SCAN,
      [429, "rate_limited"],
      "the limit of all callers together",
      inGateway("scan", "is that of all callers together, and comes before the body"),
    ),
    provenBy(
      SCAN,
      [503, "server_busy"],
      "the limit cannot be counted, because Redis is down",
      inGateway(
        "limits-on-redis",
        "no key is issued, no login succeeds and nothing is scanned, until it is back",
      ),
    ),
    provenBy(
      SCAN,
      [503, "sanitizer_unavailable"],
      "an error, another shape, silence",
      inGateway(
        "scan",
        "When the sanitiser is not to be relied on, then 503 and nothing of its answer %s",
      ),
    ),
  ),
];

export const READING = [
  line(
    "- Auth: API key, minimum tier free. No body. 200: UsageResponse. 401, 405.",
    run(USAGE, 200, "a key of the tier free", { as: "free" }, { body: { tier: "free" } }),
    run(USAGE, 200, "a developer key", { as: "developer" }),
    run(USAGE, 200, "an expired license", { as: "expired" }),
    run(USAGE, 200, "a session", { as: "session" }),
    run(USAGE, [401, "invalid_api_key"], "a key of another form", {
      as: "anonymous",
      headers: { "x-api-key": "svc_1" },
    }),
    run(
      `PUT ${USAGE.split(" ")[1]}`,
      [405, "method_not_allowed"],
      "PUT",
      {},
      {
        headers: { allow: "GET, HEAD" },
      },
    ),
  ),
  line(
    "- Auth: API key, minimum tier pro. In-memory trail of the authenticated customer, oldest first, retaining the most recent 1 000 events per customer.",
    run(EXPORT, 200, "the tier pro", { as: "pro" }, { body: { tier: "pro" } }),
    run(EXPORT, 200, "the tier enterprise", { as: "enterprise" }),
    tested(
      "the newest 1 000, oldest first",
      inGateway(
        "audit-export",
        "Of more than a thousand events the newest thousand come, oldest first",
      ),
    ),
  ),
  line(
    "- Query: `days` (integer 1 to 90, default 30), `type` (string event type filter; all types when omitted).",
    ["1", "90"].map((days) => run(EXPORT, 200, `days=${days}`, { query: `days=${days}` })),
    run(
      EXPORT,
      200,
      "a type that has no events",
      { query: "type=NO_SUCH_TYPE" },
      {
        body: { events: [], total_events: 0 },
      },
    ),
    tested(
      "without days 30",
      inGateway(
        "audit-export",
        "is 30 days by default, and begins with the day that is so many days ago",
      ),
    ),
  ),
  line(
    "- 200: AuditExportResponse. 400 `invalid_field` (for example days not a positive integer). 401, 403 (tier), 405.",
    run(
      EXPORT,
      200,
      "the header that says where the events are from",
      {},
      {
        headers: {
          "x-veil-audit-source": /^(audit_service(\+memory_buffer)?|memory_buffer|none)$/,
        },
      },
    ),
    ["91", "1.5", "-1", "week", ""].map((days) =>
      run(EXPORT, [400, "invalid_field"], `days=${days}`, { query: `days=${days}` }),
    ),
    run(EXPORT, [400, "invalid_field"], "a parameter that does not exist", { query: "page=1" }),
    run(EXPORT, [401, "missing_api_key"], "no key, whatever the query says", {
      as: "anonymous",
      query: "days=0",
    }),
    run(EXPORT, [403, "tier_insufficient"], "the tier free, whatever the query says", {
      as: "free",
      query: "days=0",
    }),
    run(
      `PUT ${EXPORT.split(" ")[1]}`,
      [405, "method_not_allowed"],
      "PUT",
      {},
      {
        headers: { allow: "GET, HEAD" },
      },
    ),
  ),
  line(
    "- Auth: session cookie, any paid or developer tier (tier-agnostic; only export is denied to free). Scoped to the session's organisation; other organisations' events are never returned. Rate limit 10 requests per minute per session.",
    run(VIEW, 200, "a session of the tier free", { as: "free session" }),
    run(VIEW, [401, "session_required"], "a key instead of a session", { as: "pro" }),
    tested(
      "no event of another organization",
      inGateway(
        "account-audit",
        "Both customers of an organization see its events; who has moved there sees none of before, and no one else sees any",
      ),
    ),
    provenBy(
      VIEW,
      [429, "rate_limited"],
      "the eleventh request of a session in a minute",
      inGateway(
        "account-audit",
        "is ten a minute for each session, whatever else the session asks for",
      ),
    ),
  ),
  line(
    "- Query: `since` (RFC 3339, default now minus 7 days; the window between `since` and the upper bound may not exceed 90 days). `page_size` default 50, maximum 200.",
    run(VIEW, 200, "page_size=200", { query: "page_size=200" }, { body: { page_size: 200 } }),
    run(VIEW, [400, "invalid_field"], "page_size=201", { query: "page_size=201" }),
    run(VIEW, [400, "invalid_field"], "a since that is no time", { query: "since=yesterday" }),
    provenBy(
      VIEW,
      [400, "invalid_field"],
      "90 days and a millisecond",
      inGateway("account-audit", "%s is 400 invalid_field"),
    ),
    provenBy(
      VIEW,
      200,
      "exactly 90 days",
      inGateway("account-audit", "Exactly 90 days and 200 events a page are allowed"),
    ),
  ),
  line(
    "- 200: AuditViewResponse.",
    run(VIEW, 200, "without a query", {}, { body: { page: 1, page_size: 50, total: Number } }),
  ),
  line(
    "- Query parameters of the account audit endpoint other than `since`: not shown.",
    provenBy(
      VIEW,
      200,
      "until, page, page_size, type",
      inGateway("account-audit", "Pages, type and time narrow it"),
    ),
  ),
];
