import { EXPORT, MANIFEST, NATIVE_CALL, REGISTER, SCAN, USAGE, VIEW } from "../endpoints.ts";
import { line, remark, run } from "../row.ts";
import * as access from "./access.ts";
import { PUBLIC_SUMMARIES } from "./certificates.ts";

export const AUTHENTICATION = [
  line(
    "AUTH-1",
    "| API key | header `x-api-key: <API_KEY>`; key prefix `svc_`; encodes tier, quota and BYOK settings; issued by registration | native endpoints (proxy, usage, audit export) |",
    [NATIVE_CALL, USAGE, EXPORT].map((endpoint) => run(endpoint, 200, "x-api-key: svc_...")),
  ),
  line(
    "AUTH-2",
    "| Bearer | header `Authorization: Bearer <API_KEY>` (equivalent to x-api-key) | SDK-compatible endpoints |",
    [NATIVE_CALL, USAGE, EXPORT].map((endpoint) =>
      run(endpoint, 200, "Authorization: Bearer svc_...", { as: "pro by bearer" }),
    ),
    run(USAGE, [401, "invalid_api_key"], "two keys that differ", {
      headers: { authorization: "Bearer svc_other" },
    }),
  ),
  line(
    "AUTH-3",
    "| Upstream key | header `X-Upstream-Key: <UPSTREAM_PROVIDER_KEY>` | the customer's upstream LLM provider key; forwarded per request |",
    run(NATIVE_CALL, 200, "an upstream key is accepted for a native call, but not used", {
      headers: { "x-upstream-key": "sk-ant-of-the-request" },
    }),
  ),
  line(
    "AUTH-4",
    "| Admin key | header `X-Admin-Key: <ADMIN_KEY>`; rotates independently of customer keys | every /api/v1/admin/* endpoint; missing or wrong value gives 401 |",
    access.NO_ADMIN,
  ),
  line(
    "AUTH-5",
    "| Session cookie | cookie `svc_session`; HTTPOnly, SameSite=Strict, 1-hour TTL; portal UI only | /api/v1/account/audit |",
    run(VIEW, 200, "the cookie", { as: "session" }),
    access.ENDED_SESSION,
  ),
  line(
    "AUTH-6",
    "| Website key | header `x-website-key: <WEBSITE_KEY>`; shared only with the marketing site backend | /api/v1/website/* |",
    access.NO_WEBSITE,
  ),
  line(
    "AUTH-7",
    "- Gateway-issued live keys carry the prefix `gw_live_`; the gateway recognises this prefix in `x-api-key` as a customer key. Both key families (`svc_` and `gw_live_`) are described as customer keys. The key is returned once at registration.",
    [NATIVE_CALL, USAGE, EXPORT].map((endpoint) =>
      run(endpoint, 200, "x-api-key: gw_live_...", { as: "pro live" }),
    ),
  ),
  line(
    "AUTH-8",
    "- Every authenticated endpoint of the hosted gateway is described as requiring the gateway key and the upstream provider key. The native proxy description names only the API key header.",
    run(NATIVE_CALL, 200, "without an upstream key"),
  ),
  line(
    "AUTH-9",
    "- Public endpoints (no auth): register, scan, the public certificate summary, the key manifest.",
    run(SCAN, 200, "without a key", { as: "anonymous" }),
    run(MANIFEST, 200, "without a key", { as: "anonymous" }, { body: { version: Number } }),
    run(REGISTER, 201, "without a key", { as: "anonymous" }),
    PUBLIC_SUMMARIES,
  ),
  line(
    "AUTH-10",
    "- Missing key gives 401 `missing_api_key`; a key that is not valid gives 401 `invalid_api_key`. Expired license gives 403 `license_expired`. Insufficient tier gives 403 `tier_insufficient`.",
    access.MISSING_KEY,
    access.INVALID_KEY,
    access.EXPIRED_LICENSE,
    access.DEVELOPER_KEY,
  ),
];

export const EVENTS = [
  line(
    "EVT-1",
    "The service records audit events per customer. They are read through GET /api/v1/audit/export and GET /api/v1/account/audit. Event types in use:",
    run(EXPORT, 200, "the customer's events", { query: "type=KEY_ISSUED" }),
    run(VIEW, 200, "the organization's events", { query: "type=SESSION_STARTED" }),
  ),
  line("EVT-2", "| PROXY_TOKEN_GENERATED | native proxy call, at token generation |"),
  line("EVT-3", "| PROXY_SANITIZER_APPLIED | native proxy call, after sanitisation |"),
  line("EVT-4", "| PROXY_INFERENCE_SUBMITTED | native proxy call, when inference is submitted |"),
  line(
    "EVT-5",
    "| PROXY_DLP_OUTBOUND_MATCH | native proxy call, when the outbound DLP scan matches |",
  ),
  line("EVT-6", "| PROVING_GROUND_EVALUATION | native proxy call in proving_ground mode |"),
  line(
    "EVT-7",
    "- The `actor` of an event is the customer id or a hashed token (`token:<sha256>`); the `details` string is a JSON payload whose contents vary by type.",
  ),
  line(
    "EVT-8",
    "- Full list of event types: not shown (the list above is the set named as common).",
    remark("The others are decided"),
  ),
  line("EVT-9", "- Outbound notifications or webhooks: not shown.", remark("There are none")),
];
