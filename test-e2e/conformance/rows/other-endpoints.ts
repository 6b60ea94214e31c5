import { FRESH, LOGIN, LOGOUT, MANIFEST, SESSION } from "../endpoints.ts";
import { inGateway, later, line, provenBy, remark, run, tested } from "../row.ts";
import { CERTIFICATES, ISSUED, PUBLIC_SUMMARIES } from "./certificates.ts";
import { ADMIN_ANSWERS, WEBSITE_ANSWERS } from "./operators.ts";
import { SDK } from "./sdk.ts";

export const OTHER_ENDPOINTS = [
  line("Authentication column refers to the Authentication part.", remark("A reference")),
  line(
    "- Full JSON certificate, pro and enterprise; includes a signable part and a signature. Free-tier callers use an unauthenticated public summary instead.",
    CERTIFICATES,
  ),
  line(
    "- GET /api/v1/veil/certificate/{id}/summary: public HTML summary, no auth. A public-summary suffix is also named for free-tier callers.",
    PUBLIC_SUMMARIES,
  ),
  line("- Body of the full certificate response: not shown beyond what is stated above.", ISSUED),
  line(
    "- No auth. Returns VeilKeysManifest (witness Ed25519 public keys for offline verification).",
    run(MANIFEST, 200, "without a key", { as: "anonymous" }, { body: { version: Number } }),
    provenBy(
      MANIFEST,
      [503, "veil_unavailable"],
      "the signer is down",
      inGateway("veil-keys", "When the signer is down and there is no copy: 503 veil_unavailable"),
    ),
    later("witness", "the witness' signature"),
  ),
  line("- Admin endpoints under /api/v1/admin/*: paths and payloads: not shown.", ADMIN_ANSWERS),
  line(
    "- Compliance endpoints (posture, DPIA, DSAR, evidence pack): paths and payloads: not shown.",
    later("compliance", "the compliance endpoints"),
  ),
  line(
    "- Website endpoints under /api/v1/website/*: paths and payloads: not shown.",
    WEBSITE_ANSWERS,
  ),
  line(
    "- Session login: the cookie is set by POST /api/v1/auth/login; its payload, and any logout: not shown.",
    provenBy(
      LOGIN,
      200,
      "a right key or password",
      inGateway(
        "sessions",
        "When the key or the password is right, then the cookie opens a session of an hour",
      ),
    ),
    run(LOGIN, [401, "invalid_credentials"], "a wrong key", { body: { api_key: `svc_${FRESH}` } }),
    run(LOGIN, [400, "missing_field"], "an email without a password", {
      body: { email: "ann@example.org" },
    }),
    provenBy(
      LOGIN,
      [403, "tier_insufficient"],
      "a developer key",
      inGateway("sessions", "A developer key starts no session"),
    ),
    run(LOGIN, [403, "origin_not_allowed"], "a page of another origin", {
      headers: { origin: "https://evil.example" },
    }),
    provenBy(LOGIN, [503, "server_busy"], "too many logins wait", [
      "services/edge-gateway/src/modules/accounts/sessions/scrypt-queue.test.ts",
      "When 64 wait for the two that run, then the next is server_busy, until there is room again",
    ]),
    run(LOGOUT, 204, "no session", { as: "anonymous" }),
    run(LOGOUT, [403, "origin_not_allowed"], "a page of another origin", {
      as: "session elsewhere",
    }),
    provenBy(
      LOGOUT,
      [503, "inference_service_unavailable"],
      "the database is down",
      inGateway(
        "lost-database",
        "When the database is down, then each that needs it is 503 inference_service_unavailable: %s",
      ),
    ),
    run(SESSION, 200, "a session", {}, { body: { tier: "pro", org_id: /^org_[0-9a-f]{32}$/ } }),
  ),
  line(
    "- Removed legacy endpoints that answer 410: their paths: not shown.",
    run("GET /api/v1/infer/below", 410, "below a removed endpoint", { as: "anonymous" }),
    tested(
      "decided paths, and those of a setting",
      inGateway(
        "legacy",
        "When the setting names others, then those are 410, and no endpoint that exists",
      ),
    ),
  ),
  line(
    "- Operator endpoints for health, readiness and invariant: not shown.",
    ["/health", "/ready", "/invariant"].map((path) =>
      run(
        `GET ${path}`,
        200,
        "without a key",
        { as: "anonymous" },
        { body: { service: "edge-gateway" } },
      ),
    ),
    provenBy(
      "GET /ready",
      503,
      "a check fails",
      inGateway("lost-database", "When the database is down, then GET /ready is 503 and names it"),
    ),
  ),
  line(
    "- Body of responses of the two SDK-compatible endpoints beyond the metadata block and the model output: not shown.",
    SDK.answered,
  ),
];
