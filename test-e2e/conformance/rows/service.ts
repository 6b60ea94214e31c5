import {
  CERTIFICATE,
  CHAT,
  EXPORT,
  MANIFEST,
  MESSAGES,
  NATIVE_CALL,
  POSTURE,
  REGISTER,
  SCAN,
  USAGE,
  VIEW,
} from "../endpoints.ts";
import { line, remark, run, tested } from "../row.ts";
import { ISSUED } from "./certificates.ts";
import { MCP_ANSWERS } from "./mcp.ts";

const MAIL = {
  body: {
    prompt_template: "Answer this letter: {letter}",
    context: { letter: "Please write to margaret.holloway@post.example." },
  },
};

const INTRODUCTION = [
  line(
    "DOC-1",
    "This document covers the whole service: what it does, its resources, states, endpoints, authentication, events, errors, limits and versioning. The service is a gateway that sits in front of an LLM provider and removes personal data from requests before they reach the provider. Base address: {base_url}. All bodies are JSON unless stated otherwise.",
    run(
      "GET /api/v1/nothing",
      [404, "not_found"],
      "the response to an unknown path is JSON too",
      { as: "anonymous" },
      { headers: { "content-type": /^application\/json/ } },
    ),
  ),
  line(
    "DOC-2",
    "Naming note: where an identifier carries a vendor name, a neutral word is used in its place throughout. The key prefix is `svc_`, the live-key prefix is `gw_live_`, the session cookie is `svc_session`, and the compliance metadata key is `svc_compliance`.",
    run(REGISTER, 201, "a key with the prefix svc_", {}, { body: { svc_api_key: /^svc_/ } }),
    run(
      "POST /api/v1/account/keys",
      201,
      "a key with the prefix gw_live_",
      { body: { family: "gw_live" } },
      { body: { api_key: /^gw_live_/ } },
    ),
  ),
  line(
    "SVC-1",
    "The gateway is the only entry point for client traffic. It runs a split-knowledge pipeline so that identity data and AI inference never coexist in one downstream service.",
  ),
  line("SVC-2", "Pipeline of the native inference call (`POST /api/v1/proxy/messages`), in order:"),
  line("SVC-3", "1. API key authentication. The customer profile and tier are loaded."),
  line("SVC-4", "2. Rate and quota check. Per-minute and monthly limits are enforced."),
  line(
    "SVC-5",
    "3. Token generation by the identity side (Sandbox A, also called the bridge). Only the customer id crosses this boundary, never context data. The result is an opaque pseudonymous token.",
  ),
  line(
    "SVC-6",
    "4. PII sanitisation of context values (named-entity recognition plus phonetics). The pipeline fails closed: when the sanitiser is configured but unavailable, the request is rejected and nothing is forwarded unsanitised.",
    tested([503, "sanitizer_unavailable"], NATIVE_CALL),
  ),
  line(
    "SVC-7",
    "5. Inference in Sandbox B. Sandbox B receives the token, the prompt template and the sanitised context. Sandbox A and Sandbox B cannot reach each other.",
  ),
  line("SVC-8", "6. Outbound DLP scan of the AI response. PII patterns found are redacted."),
  line(
    "SVC-9",
    "7. Re-link. PII placeholders in the response are replaced by the original values (default on).",
    run(NATIVE_CALL, 200, "re-link by default", MAIL, { body: { relinked: true } }),
  ),
  line(
    "SVC-10",
    "Every inference response carries a `compliance_trace` that records what each component received (suitable for GDPR Article 30 records).",
    run(
      NATIVE_CALL,
      200,
      "a compliance trace",
      {},
      { body: { compliance_trace: { steps: Array } } },
    ),
  ),
  line("SVC-11", "Other capabilities:", remark("A heading")),
  line(
    "SVC-12",
    "- Public PII scan without authentication (`POST /api/v1/scan`).",
    run(SCAN, 200, "without a key", { as: "anonymous" }),
  ),
  line(
    "SVC-13",
    "- Self-service registration that issues a free-tier key.",
    run(REGISTER, 201, "without a key", { as: "anonymous" }),
  ),
  line(
    "SVC-14",
    "- Usage query, audit export, and an org-scoped audit viewer.",
    [USAGE, EXPORT, VIEW].map((endpoint) => run(endpoint, 200, "a caller who has access")),
  ),
  line(
    "SVC-15",
    "- A signed isolation certificate per request (Ed25519 signatures), and a public key manifest for offline verification.",
    run(MANIFEST, 200, "without a key", { as: "anonymous" }, { body: { version: Number } }),
    ISSUED,
  ),
  line(
    "SVC-16",
    "- A proving-ground mode that measures sanitiser accuracy against caller-supplied ground-truth annotations. Ground truth never leaves the gateway.",
  ),
  line(
    "SVC-17",
    "- Two SDK-compatible inference endpoints: one with a messages-style shape (`POST /v1/messages`) and one with a chat-completions-style shape (`POST /v1/chat/completions`). A third, MCP-compatible, endpoint also exists (`POST /api/v1/mcp/messages`).",
    MCP_ANSWERS,
  ),
  line(
    "SVC-18",
    "- Compliance endpoints (posture, DPIA, DSAR, evidence pack), admin endpoints and website endpoints exist (see Endpoints).",
    run("GET /api/v1/admin/stats", 200, "an administrator asks"),
    run("GET /api/v1/website/stats", 200, "the website asks"),
    run(POSTURE, 200, "a customer reads the posture", { as: "enterprise" }),
  ),
];

const tierOf = (
  as: "free" | "pro" | "enterprise",
  limit: number | string,
  audit_export: boolean,
) => [
  run(
    USAGE,
    200,
    `${as}: requests a month and the export`,
    { as },
    { body: { monthly_limit: limit, audit_export } },
  ),
  audit_export
    ? run(EXPORT, 200, `a key of the tier ${as}`, { as })
    : run(EXPORT, [403, "tier_insufficient"], "a key of the tier free", { as }),
  ...(as === "free"
    ? [run(CERTIFICATE, [403, "tier_insufficient"], "a certificate of the tier free", { as })]
    : [
        run(
          NATIVE_CALL,
          200,
          `a certificate of the tier ${as}`,
          { as },
          { body: { veil: Object } },
        ),
      ]),
];

const TIERS = [
  line("SVC-19", "Tiers:", remark("A heading")),
  line("SVC-20", "| free | 500 | no | no |", tierOf("free", 500, false)),
  line("SVC-21", "| pro | 50 000 | yes | yes |", tierOf("pro", 50_000, true)),
  line("SVC-22", "| enterprise | unlimited | yes | yes |", tierOf("enterprise", "unlimited", true)),
  line(
    "SVC-23",
    "- Pro includes the L3 LLM PII Shield and the compliance endpoints.",
    run(POSTURE, 200, "pro: the posture in a session", { as: "session" }),
  ),
  line(
    "SVC-24",
    "- Managed AI (the operator supplies the LLM key) requires enterprise. Pro is BYOK only (the customer supplies the upstream provider key).",
    remark("Contradicted by the next line, which is decided"),
  ),
  line(
    "SVC-25",
    "- Conflicting statements: the registration response reports `managed_ai` per key, including on the free tier, and another statement says the free tier is BYOK only while pro and enterprise may use a shared upstream pool. Builders treat `managed_ai` on the key profile as the authority.",
  ),
  line(
    "SVC-26",
    "- A fourth tier name, developer, appears in descriptions of the SDK-compatible endpoints. Its limits are not the ones in the table above.",
    run(
      USAGE,
      200,
      "a separate limit for a developer key",
      { as: "developer" },
      { body: { monthly_limit: 1_000 } },
    ),
  ),
  line(
    "SVC-27",
    "Re-linking behaviour on the SDK-compatible endpoints: developer-tier responses contain placeholders (for example `[PERSON_1]`, `[IBAN_1]`) and never raw PII. Pro and enterprise can enable automatic re-linking to the original values.",
  ),
  line("SVC-28", "Capabilities of the SDK-compatible endpoints:", remark("A heading")),
  line(
    "SVC-29",
    "| Non-streaming | supported; full sanitisation; one certificate per request | supported; same |",
  ),
  line(
    "SVC-30",
    "| System prompt | sanitised together with user turns | sanitised; hard-identifier patterns in the system prompt are rejected with HTTP 400 (PII belongs in user messages) |",
  ),
  line("SVC-31", "| Multi-turn | every turn sanitised; one certificate per request | same |"),
  line(
    "SVC-32",
    "| Streaming (`stream:true`) | unsupported; rejected with HTTP 400 `streaming_not_supported` | controlled by a deployment switch `STREAMING_ENABLED`; off on the hosted gateway, can be enabled on self-hosted; when on, per-chunk re-linking and a post-stream DLP audit run |",
    tested([400, "streaming_not_supported"], CHAT),
  ),
  line(
    "SVC-33",
    "| Tools / function calling (`tools`, `tool_choice`) | unsupported, not sanitised, unsafe to send | unsupported, not sanitised, unsafe to send |",
  ),
  line(
    "SVC-34",
    "| Prompt caching | unsupported; each request is independent | unsupported (`cache_control`) |",
    tested([400, "cache_control_not_supported"], MESSAGES, CHAT),
  ),
  line(
    "SVC-35",
    "| Other endpoints | only chat completions is proxied (no embeddings, image, audio) | only text messages are proxied (no vision, files, batch) |",
  ),
];

export const SERVICE = [...INTRODUCTION, ...TIERS];
