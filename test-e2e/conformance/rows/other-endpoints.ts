import {
  DPIA,
  DPIA_CHANGES,
  DPIA_INPUT,
  EXPOSURE,
  FRESH,
  LOGIN,
  LOGOUT,
  MANIFEST,
  NEW_SUBJECT_REQUEST,
  POSTURE,
  RECORD,
  RECORD_INPUT,
  SESSION,
  SUBJECT_REQUEST,
  SUBJECT_REQUEST_STEP,
  SUBJECT_REQUESTS,
} from "../endpoints.ts";
import { later, line, remark, run, tested } from "../row.ts";
import { CERTIFICATES, ISSUED, PUBLIC_SUMMARIES } from "./certificates.ts";
import { ADMIN_ANSWERS, WEBSITE_ANSWERS } from "./operators.ts";

export const OTHER_ENDPOINTS = [
  line("END-1", "Authentication column refers to the Authentication part.", remark("A reference")),
  line(
    "CERT-1",
    "- Full JSON certificate, pro and enterprise; includes a signable part and a signature. Free-tier callers use an unauthenticated public summary instead.",
    CERTIFICATES,
  ),
  line(
    "CERT-2",
    "- GET /api/v1/veil/certificate/{id}/summary: public HTML summary, no auth. A public-summary suffix is also named for free-tier callers.",
    PUBLIC_SUMMARIES,
  ),
  line(
    "CERT-3",
    "- Body of the full certificate response: not shown beyond what is stated above.",
    ISSUED,
  ),
  line(
    "KEYS-12",
    "- No auth. Returns VeilKeysManifest (witness Ed25519 public keys for offline verification).",
    run(MANIFEST, 200, "without a key", { as: "anonymous" }, { body: { version: Number } }),
    tested([503, "veil_unavailable"], MANIFEST),
    later("witness", "the witness' signature"),
  ),
  line(
    "END-2",
    "- Admin endpoints under /api/v1/admin/*: paths and payloads: not shown.",
    ADMIN_ANSWERS,
  ),
  line(
    "END-3",
    "- Compliance endpoints (posture, DPIA, DSAR, evidence pack): paths and payloads: not shown.",
    run(POSTURE, 200, "a customer of pro", { as: "pro" }, { body: { controls: Array } }),
    run(POSTURE, [403, "tier_insufficient"], "a customer of free", { as: "free" }),
    tested([429, "rate_limited"], POSTURE),
    run(RECORD, 200, "the record", { as: "pro" }, { body: { activities: Array } }),
    run(RECORD, [400, "invalid_field"], "a day that is none", { as: "pro", query: "since=x" }),
    run(RECORD_INPUT, 200, "a customer fills in a field", { as: "enterprise" }),
    run(EXPOSURE, 200, "a window", {
      as: "pro",
      query: "since=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z",
    }),
    tested([503, "sanitizer_unavailable"], RECORD_INPUT),
    run(DPIA, 200, "the assessment", { as: "pro" }, { body: { sections: Array } }),
    run(DPIA, [400, "invalid_field"], "another language", { as: "pro", query: "language=fr" }),
    run(DPIA_INPUT, 200, "a customer fills in a field", { as: "enterprise" }),
    run(DPIA_INPUT, [404, "not_found"], "no field to fill in", { as: "pro", unknownIds: true }),
    tested(200, DPIA_CHANGES),
    run(DPIA_CHANGES, [404, "not_found"], "an unknown release", {
      as: "pro",
      query: "since=0.0.0",
    }),
    run(DPIA_CHANGES, [400, "missing_field"], "no release", { as: "pro" }),
    run(DPIA_CHANGES, [400, "invalid_field"], "a release that is none", {
      as: "pro",
      query: "since=%20",
    }),
    run(EXPOSURE, [400, "missing_field"], "a window without a start", { as: "pro" }),
    run(EXPOSURE, [400, "invalid_field"], "a time that is none", { as: "pro", query: "since=x" }),
    run(NEW_SUBJECT_REQUEST, 201, "a request", { as: "enterprise" }),
    run(NEW_SUBJECT_REQUEST, [403, "tier_insufficient"], "a customer of free", { as: "free" }),
    tested([503, "sanitizer_unavailable"], NEW_SUBJECT_REQUEST, SUBJECT_REQUEST_STEP),
    run(SUBJECT_REQUESTS, 200, "the requests", { as: "pro" }, { body: { requests: Array } }),
    run(SUBJECT_REQUESTS, [400, "invalid_field"], "a cursor of no page", {
      as: "pro",
      query: "cursor=x",
    }),
    run(SUBJECT_REQUEST, 200, "a request", { as: "pro" }),
    run(SUBJECT_REQUEST, [404, "not_found"], "an unknown request", { as: "pro", unknownIds: true }),
    run(SUBJECT_REQUEST_STEP, [404, "not_found"], "an unknown request", {
      as: "pro",
      unknownIds: true,
    }),
    run(SUBJECT_REQUEST_STEP, 200, "the person is verified", { as: "pro" }),
    tested([403, "key_policy_forbids"], SUBJECT_REQUEST_STEP),
    tested([503, "server_busy"], SUBJECT_REQUEST_STEP),
    later("compliance", "evidence pack"),
  ),
  line(
    "END-4",
    "- Website endpoints under /api/v1/website/*: paths and payloads: not shown.",
    WEBSITE_ANSWERS,
  ),
  line(
    "END-5",
    "- Session login: the cookie is set by POST /api/v1/auth/login; its payload, and any logout: not shown.",
    run(LOGIN, [401, "invalid_credentials"], "a wrong key", { body: { api_key: `svc_${FRESH}` } }),
    run(LOGIN, [400, "missing_field"], "an email without a password", {
      body: { email: "ann@example.org" },
    }),
    run(LOGIN, [403, "origin_not_allowed"], "a page of another origin", {
      headers: { origin: "https://evil.example" },
    }),
    tested(200, LOGIN),
    tested([403, "tier_insufficient"], LOGIN),
    tested([503, "server_busy"], LOGIN),
    run(LOGOUT, 204, "no session", { as: "anonymous" }),
    run(LOGOUT, [403, "origin_not_allowed"], "a page of another origin", {
      as: "session elsewhere",
    }),
    tested([503, "inference_service_unavailable"], LOGOUT),
    run(SESSION, 200, "a session", {}, { body: { tier: "pro", org_id: /^org_[0-9a-f]{32}$/ } }),
  ),
  line(
    "END-6",
    "- Removed legacy endpoints that answer 410: their paths: not shown.",
    run("GET /api/v1/infer/below", 410, "below a removed endpoint", { as: "anonymous" }),
  ),
  line(
    "END-7",
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
    tested(503, "GET /ready"),
  ),
  line(
    "END-8",
    "- Body of responses of the two SDK-compatible endpoints beyond the metadata block and the model output: not shown.",
  ),
];
