import {
  EXPORT,
  MANIFEST,
  NATIVE_CALL,
  REGISTER,
  SCAN,
  SESSION,
  USAGE,
  VIEW,
} from "../endpoints.ts";
import { inGateway, line, provenBy, remark, run, tested } from "../row.ts";
import { SDK } from "./sdk.ts";

const DEFAULTS = tested("the defaults of the settings", [
  "services/edge-gateway/test/defaults.test.ts",
  "The limits are by default those of the interface",
]);
const scanned = (bytes: number) => ({ body: { text: ` \n${"x".repeat(bytes)}\t ` } });

export const LIMITS = [
  line(
    "| Monthly requests | free 500; pro 50 000; enterprise unlimited (calendar month) | native proxy |",
    DEFAULTS,
    run(USAGE, 200, "of free 500", { as: "free" }, { body: { monthly_limit: 500 } }),
    run(USAGE, 200, "of pro 50 000", { as: "pro" }, { body: { monthly_limit: 50_000 } }),
    run(
      USAGE,
      200,
      "of enterprise unlimited",
      { as: "enterprise" },
      {
        body: { monthly_limit: "unlimited", remaining: "unlimited" },
      },
    ),
    tested(
      "exactly as many calls as the limit",
      inGateway(
        "monthly-quota",
        "When 60 calls come at once to two replicas, exactly as many are admitted, and counted, as it says",
      ),
    ),
    tested(
      "the calendar month",
      inGateway(
        "monthly-quota",
        "When the month ends in UTC, whatever the database's time zone, then it begins anew, and not before",
      ),
    ),
  ),
  line(
    "| Per-minute rate | the quota error text cites 10 requests per minute | native proxy |",
    DEFAULTS,
    provenBy(
      NATIVE_CALL,
      [429, "rate_limit_exceeded"],
      "the limit's calls pass, one more does not",
      inGateway(
        "authentication",
        "is the tier's, is refused with the limit's number, and says when to come back",
      ),
    ),
  ),
  line(
    "| Request body | 4 MB | native proxy |",
    run(NATIVE_CALL, 200, "a body of 4 MB", { bytes: 4 * 1024 * 1024 }),
    run(NATIVE_CALL, [400, "request_too_large"], "a body of 4 MB and one byte", {
      bytes: 4 * 1024 * 1024 + 1,
    }),
  ),
  line(
    "| Proxy wait | `wait_timeout`, default 30 s, then HTTP 202 | native proxy |",
    DEFAULTS,
    provenBy(
      NATIVE_CALL,
      202,
      "no answer within the wait; Location",
      inGateway(
        "jobs",
        "When the time to wait is over, then 202 and where to ask, and later the answer",
      ),
    ),
  ),
  line(
    "| Registration | 5 per source IP per hour | register |",
    provenBy(
      REGISTER,
      [429, "registration_limit"],
      "five new keys of an address, and the sixth",
      inGateway(
        "register-limit",
        "the sixth key for one address within an hour is refused, and nothing else is",
      ),
    ),
  ),
  line(
    "| Scan input | 4096 bytes after whitespace trim | scan |",
    run(SCAN, 200, "4096 bytes between blanks", scanned(4096)),
    run(SCAN, [400, "request_too_large"], "4097 bytes between blanks", scanned(4097)),
    tested("in letters of several bytes", inGateway("scan", "The length %s")),
  ),
  line(
    "| Scan rate | 1200 requests per hour across all callers | scan |",
    DEFAULTS,
    provenBy(
      SCAN,
      [429, "rate_limited"],
      "one more in an hour than the limit, which is 1200",
      inGateway("scan", "is that of all callers together, and comes before the body"),
    ),
  ),
  line(
    "| Scan upstream timeout | 6 seconds | scan |",
    DEFAULTS,
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
  line(
    "| Audit export buffer | most recent 1 000 events per customer | audit export |",
    provenBy(
      EXPORT,
      200,
      "1 000 of more",
      inGateway(
        "audit-export",
        "Of more than a thousand events the newest thousand come, oldest first",
      ),
    ),
  ),
  line(
    "| Audit export window | `days` 1 to 90, default 30 | audit export |",
    ...["1", "90"].map((days) => run(EXPORT, 200, `days=${days}`, { query: `days=${days}` })),
    ...["0", "91"].map((days) =>
      run(EXPORT, [400, "invalid_field"], `days: ${days}`, { query: `days=${days}` }),
    ),
    provenBy(
      EXPORT,
      200,
      "without days 30",
      inGateway(
        "audit-export",
        "is 30 days by default, and begins with the day that is so many days ago",
      ),
    ),
  ),
  line(
    "| Account audit page size | default 50, maximum 200 | account audit |",
    run(VIEW, 200, "the default", {}, { body: { page_size: 50 } }),
    run(VIEW, 200, "the maximum", { query: "page_size=200" }, { body: { page_size: 200 } }),
    run(VIEW, [400, "invalid_field"], "one more", { query: "page_size=201" }),
    run(VIEW, [400, "invalid_field"], "none", { query: "page_size=0" }),
  ),
  line(
    "| Account audit window | default 7 days, maximum 90 days between bounds | account audit |",
    tested(
      "7 days by default",
      inGateway(
        "account-audit",
        "With a session of any tier the events of its organization come, newest first",
      ),
    ),
    provenBy(
      VIEW,
      200,
      "exactly 90 days",
      inGateway("account-audit", "Exactly 90 days and 200 events a page are allowed"),
    ),
    provenBy(
      VIEW,
      [400, "invalid_field"],
      "90 days and a millisecond",
      inGateway("account-audit", "%s is 400 invalid_field"),
    ),
  ),
  line(
    "| Account audit rate | 10 requests per minute per session | account audit |",
    provenBy(
      VIEW,
      [429, "rate_limited"],
      "ten, and the eleventh",
      inGateway(
        "account-audit",
        "is ten a minute for each session, whatever else the session asks for",
      ),
    ),
  ),
  line(
    "| Session cookie lifetime | 1 hour | session |",
    provenBy(
      SESSION,
      [401, "session_required"],
      "an hour later",
      inGateway(
        "sessions",
        "ends with its hour, by the logout, with its key, with a rotation of its key and with a change of the password, on every replica",
      ),
    ),
  ),
  line(
    "Per-minute values for each tier: not shown. Rate limits of the SDK-compatible, veil and compliance endpoints: not shown.",
    DEFAULTS,
    SDK.limits,
  ),
];

export const VERSIONING = [
  line(
    "- The API description version is `1.0`. Native paths carry the prefix /api/v1/. The SDK-compatible endpoints live under /v1/.",
    tested(
      "the document says so",
      inGateway("openapi", "is valid OpenAPI 3.1 of interface version 1.0"),
    ),
    tested("every native path has the prefix", [
      "test-e2e/conformance/rows.test.ts",
      "Every endpoint is below /api/v1/ or /v1/, but for those at fixed places",
    ]),
    SDK.answered,
  ),
  line(
    "- The key manifest carries an integer `version` and an array `supported_protocol_versions`.",
    run(
      MANIFEST,
      200,
      "version and supported_protocol_versions",
      {},
      {
        body: { version: Number, supported_protocol_versions: Array },
      },
    ),
  ),
  line(
    "- The messages-style endpoint accepts the upstream provider's version header.",
    SDK.answered,
  ),
  line(
    "- Wire names containing a vendor abbreviation may change in a future release.",
    remark("An announcement"),
  ),
  line("- Deprecation and compatibility policy: not shown.", remark("Not stated")),
];
