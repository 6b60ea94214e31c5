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
import { line, remark, run, tested } from "../row.ts";

const scanned = (bytes: number) => ({ body: { text: ` \n${"x".repeat(bytes)}\t ` } });

export const LIMITS = [
  line(
    "LIM-1",
    "| Monthly requests | free 500; pro 50 000; enterprise unlimited (calendar month) | native proxy |",
    run(USAGE, 200, "500 for the tier free", { as: "free" }, { body: { monthly_limit: 500 } }),
    run(USAGE, 200, "50 000 for the tier pro", { as: "pro" }, { body: { monthly_limit: 50_000 } }),
    run(
      USAGE,
      200,
      "unlimited for the tier enterprise",
      { as: "enterprise" },
      { body: { monthly_limit: "unlimited", remaining: "unlimited" } },
    ),
  ),
  line(
    "LIM-2",
    "| Per-minute rate | the quota error text cites 10 requests per minute | native proxy |",
    tested([429, "rate_limit_exceeded"], NATIVE_CALL),
  ),
  line(
    "LIM-3",
    "| Request body | 4 MB | native proxy |",
    run(NATIVE_CALL, 200, "a body of 4 MB", { bytes: 4 * 1024 * 1024 }),
    run(NATIVE_CALL, [400, "request_too_large"], "a body of 4 MB and one byte", {
      bytes: 4 * 1024 * 1024 + 1,
    }),
  ),
  line(
    "LIM-4",
    "| Proxy wait | `wait_timeout`, default 30 s, then HTTP 202 | native proxy |",
    tested(202, NATIVE_CALL),
  ),
  line(
    "LIM-5",
    "| Registration | 5 per source IP per hour | register |",
    tested([429, "registration_limit"], REGISTER),
  ),
  line(
    "LIM-6",
    "| Scan input | 4096 bytes after whitespace trim | scan |",
    run(SCAN, 200, "4096 bytes between blanks", scanned(4096)),
    run(SCAN, [400, "request_too_large"], "4097 bytes between blanks", scanned(4097)),
  ),
  line(
    "LIM-7",
    "| Scan rate | 1200 requests per hour across all callers | scan |",
    tested([429, "rate_limited"], SCAN),
  ),
  line(
    "LIM-8",
    "| Scan upstream timeout | 6 seconds | scan |",
    tested([503, "sanitizer_unavailable"], SCAN),
  ),
  line("LIM-9", "| Audit export buffer | most recent 1 000 events per customer | audit export |"),
  line(
    "LIM-10",
    "| Audit export window | `days` 1 to 90, default 30 | audit export |",
    ...["1", "90"].map((days) => run(EXPORT, 200, `days=${days}`, { query: `days=${days}` })),
    ...["0", "91"].map((days) =>
      run(EXPORT, [400, "invalid_field"], `days: ${days}`, { query: `days=${days}` }),
    ),
  ),
  line(
    "LIM-11",
    "| Account audit page size | default 50, maximum 200 | account audit |",
    run(VIEW, 200, "a page of 50 events by default", {}, { body: { page_size: 50 } }),
    run(
      VIEW,
      200,
      "the maximum page_size=200",
      { query: "page_size=200" },
      { body: { page_size: 200 } },
    ),
    run(VIEW, [400, "invalid_field"], "page_size=201, above the maximum", {
      query: "page_size=201",
    }),
    run(VIEW, [400, "invalid_field"], "page_size=0", { query: "page_size=0" }),
  ),
  line(
    "LIM-12",
    "| Account audit window | default 7 days, maximum 90 days between bounds | account audit |",
  ),
  line(
    "LIM-13",
    "| Account audit rate | 10 requests per minute per session | account audit |",
    tested([429, "rate_limited"], VIEW),
  ),
  line(
    "LIM-14",
    "| Session cookie lifetime | 1 hour | session |",
    tested([401, "session_required"], SESSION),
  ),
  line(
    "LIM-15",
    "Per-minute values for each tier: not shown. Rate limits of the SDK-compatible, veil and compliance endpoints: not shown.",
  ),
];

export const VERSIONING = [
  line(
    "VER-1",
    "- The API description version is `1.0`. Native paths carry the prefix /api/v1/. The SDK-compatible endpoints live under /v1/.",
  ),
  line(
    "VER-2",
    "- The key manifest carries an integer `version` and an array `supported_protocol_versions`.",
    run(
      MANIFEST,
      200,
      "version and supported_protocol_versions",
      {},
      { body: { version: Number, supported_protocol_versions: Array } },
    ),
  ),
  line("VER-3", "- The messages-style endpoint accepts the upstream provider's version header."),
  line(
    "VER-4",
    "- Wire names containing a vendor abbreviation may change in a future release.",
    remark("An announcement"),
  ),
  line("VER-5", "- Deprecation and compatibility policy: not shown.", remark("Not stated")),
];
