import { FRESH, NATIVE_CALL, USAGE } from "../endpoints.ts";
import { decided, inGateway, provenBy, run, tested } from "../row.ts";
import { SDK } from "./sdk.ts";

const ID = { headers: { "x-request-id": "client-7" } };
const HTTP_LAYER = "packages/service-kit/src/http/http-layer.test.ts";
const REFUSED_BY_NODE =
  "What Node's HTTP layer refuses is a JSON error, and the connection is closed %s";

export const HEADERS = [
  decided(
    "500 `internal_error` (no detail leaves); 408 `request_timeout`; 431 `headers_too_large`; 417 `expectation_failed`; 400 `bad_request` (HTTP layer, Host)",
    provenBy(USAGE, [500, "internal_error"], "an unexpected error", [
      "packages/service-kit/src/http/errors.test.ts",
      "%s becomes internal_error; its message leaves neither in the answer nor in the log",
    ]),
    provenBy(USAGE, [408, "request_timeout"], "headers that do not end in time", [
      HTTP_LAYER,
      "headers that do not end in time: 408 request_timeout",
    ]),
    (
      [
        [431, "headers_too_large", "headers of 20 kB"],
        [417, "expectation_failed", "an unknown expectation"],
        [400, "bad_request", "what is no HTTP"],
      ] as const
    ).map(([status, code, when]) =>
      provenBy(USAGE, [status, code], when, [HTTP_LAYER, REFUSED_BY_NODE]),
    ),
    provenBy(USAGE, [400, "bad_request"], "another Host", [
      HTTP_LAYER,
      "%p is 400 bad_request, and reaches no route",
    ]),
  ),
  decided(
    "Request ids are ours, 128 random bits; a client's `x-request-id` is echoed as `x-client-request-id`, never used.",
    run(USAGE, 200, "a client's id", ID, {
      headers: { "x-client-request-id": "client-7", "x-request-id": /^req_[0-9a-f]{32}$/ },
    }),
    run(
      USAGE,
      [401, "missing_api_key"],
      "a client's id at an error",
      { ...ID, as: "anonymous" },
      {
        headers: { "x-client-request-id": "client-7" },
      },
    ),
  ),
  decided(
    "202 carries `Location: /api/v1/proxy/jobs/{job_id}`.",
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
  decided(
    "Every wrong method is 405 with `Allow`. Every error is JSON.",
    run(
      "PATCH /api/v1/scan",
      [405, "method_not_allowed"],
      "PATCH",
      {},
      { headers: { allow: "POST" } },
    ),
  ),
  decided(
    "`x-should-retry: false` on quota and licence errors (SDKs otherwise retry or sleep for the whole `Retry-After`).",
    SDK.limits,
  ),
  decided(
    "`x-request-id` and `request-id` on every reply.",
    run(USAGE, 200, "request-id", {}, { headers: { "request-id": /^req_[0-9a-f]{32}$/ } }),
  ),
  decided(
    "`Idempotency-Key` is accepted on the native call: same key and body within 24 h gives the same job.",
    run(NATIVE_CALL, 200, "an Idempotency-Key", { headers: { "idempotency-key": FRESH } }),
    run(NATIVE_CALL, [400, "invalid_field"], "one with a blank", {
      headers: { "idempotency-key": "a b" },
    }),
    tested(
      "the same job",
      inGateway(
        "native-call",
        "The same Idempotency-Key gives the same job, asks the worker once and counts once",
      ),
    ),
  ),
];
