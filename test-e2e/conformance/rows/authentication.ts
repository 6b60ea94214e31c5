import { EXPORT, MANIFEST, NATIVE_CALL, REGISTER, SCAN, USAGE, VIEW } from "../endpoints.ts";
import { inGateway, line, provenBy, remark, run, tested } from "../row.ts";
import * as access from "./access.ts";
import { PUBLIC_SUMMARIES } from "./certificates.ts";
import { SDK } from "./sdk.ts";

export const AUTHENTICATION = [
  line(
    "| API key | header `x-api-key: <API_KEY>`; key prefix `svc_`; encodes tier, quota and BYOK settings; issued by registration | native endpoints (proxy, usage, audit export) |",
    [NATIVE_CALL, USAGE, EXPORT].map((endpoint) => run(endpoint, 200, "x-api-key: svc_...")),
    tested(
      "a registered key works at once",
      inGateway("native-call", "A registered key works at once, and its use is counted"),
    ),
  ),
  line(
    "| Bearer | header `Authorization: Bearer <API_KEY>` (equivalent to x-api-key) | SDK-compatible endpoints |",
    [NATIVE_CALL, USAGE, EXPORT].map((endpoint) =>
      run(endpoint, 200, "Authorization: Bearer svc_...", { as: "pro by bearer" }),
    ),
    run(USAGE, [401, "invalid_api_key"], "two keys that differ", {
      headers: { authorization: "Bearer svc_other" },
    }),
    SDK.answered,
  ),
  line(
    "| Upstream key | header `X-Upstream-Key: <UPSTREAM_PROVIDER_KEY>` | the customer's upstream LLM provider key; forwarded per request |",
    run(NATIVE_CALL, 200, "accepted at the native call, and not used", {
      headers: { "x-upstream-key": "sk-ant-of-the-request" },
    }),
    SDK.upstreamKey,
  ),
  line(
    "| Admin key | header `X-Admin-Key: <ADMIN_KEY>`; rotates independently of customer keys | every /api/v1/admin/* endpoint; missing or wrong value gives 401 |",
    access.NO_ADMIN,
    tested(
      "two keys at once",
      inGateway("admin-customers", "Either admin key is right, and nothing else"),
    ),
  ),
  line(
    "| Session cookie | cookie `svc_session`; HTTPOnly, SameSite=Strict, 1-hour TTL; portal UI only | /api/v1/account/audit |",
    run(VIEW, 200, "the cookie", { as: "session" }),
    access.ENDED_SESSION,
    tested(
      "HttpOnly, SameSite=Strict, an hour",
      inGateway(
        "sessions",
        "When the key or the password is right, then the cookie opens a session of an hour",
      ),
    ),
  ),
  line(
    "| Website key | header `x-website-key: <WEBSITE_KEY>`; shared only with the marketing site backend | /api/v1/website/* |",
    access.NO_WEBSITE,
    tested(
      "two keys at once, neither an administrator's",
      inGateway(
        "website",
        "Either website key is right, and an admin key is not; nor is a website key for administration",
      ),
    ),
  ),
  line(
    "- Gateway-issued live keys carry the prefix `gw_live_`; the gateway recognises this prefix in `x-api-key` as a customer key. Both key families (`svc_` and `gw_live_`) are described as customer keys. The key is returned once at registration.",
    [NATIVE_CALL, USAGE, EXPORT].map((endpoint) =>
      run(endpoint, 200, "x-api-key: gw_live_...", { as: "pro live" }),
    ),
    provenBy(
      REGISTER,
      200,
      "the key is masked the second time",
      inGateway("register-again", "without a proof gets a masked key"),
    ),
  ),
  line(
    "- Every authenticated endpoint of the hosted gateway is described as requiring the gateway key and the upstream provider key. The native proxy description names only the API key header.",
    run(NATIVE_CALL, 200, "without an upstream key"),
  ),
  line(
    "- Public endpoints (no auth): register, scan, the public certificate summary, the key manifest.",
    run(SCAN, 200, "without a key", { as: "anonymous" }),
    run(MANIFEST, 200, "without a key", { as: "anonymous" }, { body: { version: Number } }),
    run(REGISTER, 201, "without a key", { as: "anonymous" }),
    PUBLIC_SUMMARIES,
  ),
  line(
    "- Missing key gives 401 `missing_api_key`; a key that is not valid gives 401 `invalid_api_key`. Expired license gives 403 `license_expired`. Insufficient tier gives 403 `tier_insufficient`.",
    access.MISSING_KEY,
    access.INVALID_KEY,
    access.EXPIRED_LICENSE,
    access.DEVELOPER_KEY,
  ),
];

const inExport = inGateway(
  "audit-export",
  "When a call was made, then all of its events come, oldest first, also those of its token",
);

export const EVENTS = [
  line(
    "The service records audit events per customer. They are read through GET /api/v1/audit/export and GET /api/v1/account/audit. Event types in use:",
    run(EXPORT, 200, "the customer's events", { query: "type=KEY_ISSUED" }),
    run(VIEW, 200, "the organization's events", { query: "type=SESSION_STARTED" }),
  ),
  line(
    "| PROXY_TOKEN_GENERATED | native proxy call, at token generation |",
    tested("first", inExport),
  ),
  line(
    "| PROXY_SANITIZER_APPLIED | native proxy call, after sanitisation |",
    tested("second", inExport),
  ),
  line(
    "| PROXY_INFERENCE_SUBMITTED | native proxy call, when inference is submitted |",
    tested("third", inExport),
  ),
  line(
    "| PROXY_DLP_OUTBOUND_MATCH | native proxy call, when the outbound DLP scan matches |",
    tested(
      "the model wrote personal data",
      inGateway(
        "native-call",
        "Personal data of the model's own is redacted, the customer's is not",
      ),
    ),
  ),
  line(
    "| PROVING_GROUND_EVALUATION | native proxy call in proving_ground mode |",
    tested(
      "counts and the activity",
      inGateway(
        "proving-ground",
        "logs one event with counts and the activity, and nothing else of it",
      ),
    ),
  ),
  line(
    "- The `actor` of an event is the customer id or a hashed token (`token:<sha256>`); the `details` string is a JSON payload whose contents vary by type.",
    tested("actor and details", inExport),
  ),
  line(
    "- Full list of event types: not shown (the list above is the set named as common).",
    remark("The others are decided"),
  ),
  line("- Outbound notifications or webhooks: not shown.", remark("There are none")),
];
