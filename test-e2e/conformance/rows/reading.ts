import { EXPORT, SCAN, USAGE, VIEW } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";

const EMAIL = "margaret.holloway@post.example";
const LENGTH = 4096;
const scanned = (text: string, language?: string) => ({ body: { text, language } });

export const SCANS = [
  line(
    "SCAN-3",
    "- Auth: none. Body: scan request. Runs the L1 (known-entity) and L2 (named-entity recognition) sanitiser layers only. L3 is not invoked. Stateless: input and output are never stored.",
    run(
      SCAN,
      200,
      "a text, without a key",
      { ...scanned(`Write to ${EMAIL}.`), as: "anonymous" },
      { body: { layers_active: ["L1", "L2"] } },
    ),
  ),
  line(
    "SCAN-4",
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
    tested([429, "rate_limited"], SCAN),
    tested([503, "server_busy"], SCAN),
    tested([503, "sanitizer_unavailable"], SCAN),
  ),
];

export const READING = [
  line(
    "USE-8",
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
      { headers: { allow: "GET, HEAD" } },
    ),
  ),
  line(
    "EXP-3",
    "- Auth: API key, minimum tier pro. In-memory trail of the authenticated customer, oldest first, retaining the most recent 1 000 events per customer.",
    run(EXPORT, 200, "the tier pro", { as: "pro" }, { body: { tier: "pro" } }),
    run(EXPORT, 200, "the tier enterprise", { as: "enterprise" }),
  ),
  line(
    "EXP-4",
    "- Query: `days` (integer 1 to 90, default 30), `type` (string event type filter; all types when omitted).",
    ["1", "90"].map((days) => run(EXPORT, 200, `days=${days}`, { query: `days=${days}` })),
    run(
      EXPORT,
      200,
      "a type without events",
      { query: "type=NO_SUCH_TYPE" },
      { body: { events: [], total_events: 0 } },
    ),
  ),
  line(
    "EXP-5",
    "- 200: AuditExportResponse. 400 `invalid_field` (for example days not a positive integer). 401, 403 (tier), 405.",
    run(
      EXPORT,
      200,
      "the header that names the source of the events",
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
    run(EXPORT, [401, "missing_api_key"], "no key, with any query", {
      as: "anonymous",
      query: "days=0",
    }),
    run(EXPORT, [403, "tier_insufficient"], "the tier free, with any query", {
      as: "free",
      query: "days=0",
    }),
    run(
      `PUT ${EXPORT.split(" ")[1]}`,
      [405, "method_not_allowed"],
      "PUT",
      {},
      { headers: { allow: "GET, HEAD" } },
    ),
  ),
  line(
    "VIEW-11",
    "- Auth: session cookie, any paid or developer tier (tier-agnostic; only export is denied to free). Scoped to the session's organisation; other organisations' events are never returned. Rate limit 10 requests per minute per session.",
    run(VIEW, 200, "a session of the tier free", { as: "free session" }),
    run(VIEW, [401, "session_required"], "a key instead of a session", { as: "pro" }),
    tested([429, "rate_limited"], VIEW),
  ),
  line(
    "VIEW-12",
    "- Query: `since` (RFC 3339, default now minus 7 days; the window between `since` and the upper bound may not exceed 90 days). `page_size` default 50, maximum 200.",
    run(VIEW, 200, "page_size=200", { query: "page_size=200" }, { body: { page_size: 200 } }),
    run(VIEW, [400, "invalid_field"], "page_size=201", { query: "page_size=201" }),
    run(VIEW, [400, "invalid_field"], "a since that is not a time", { query: "since=yesterday" }),
  ),
  line(
    "VIEW-13",
    "- 200: AuditViewResponse.",
    run(VIEW, 200, "without a query", {}, { body: { page: 1, page_size: 50, total: Number } }),
  ),
  line(
    "VIEW-14",
    "- Query parameters of the account audit endpoint other than `since`: not shown.",
  ),
];
