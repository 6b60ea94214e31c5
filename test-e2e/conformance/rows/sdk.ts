import { CHAT, COUNT_TOKENS, MESSAGES, MODEL, MODELS, RESPONSES } from "../endpoints.ts";
import { line, run, type StatusAndCode, tested } from "../row.ts";

/**
 * The statuses of a provider, each with the error code that the gateway returns with the same
 * status.
 */
const PROVIDER_ANSWERS: readonly StatusAndCode[] = [
  [400, "upstream_request_refused"],
  [401, "upstream_key_refused"],
  [403, "upstream_permission_denied"],
  [404, "upstream_not_found"],
  [429, "upstream_rate_limited"],
  [529, "upstream_overloaded"],
];
const PROVIDER_KEYS: readonly StatusAndCode[] = [
  [401, "missing_upstream_key"],
  [400, "upstream_key_mismatch"],
];

export const SDK_LINES = [
  line(
    "SDK-1",
    "Responses of the two SDK-compatible endpoints carry a `metadata` object with a `svc_compliance` block holding: request_id, veil_certificate_url, veil_summary_url, redaction_count, sanitizer_layers, latency_ms. Types of these fields are not further described here.",
    tested(200, MESSAGES, CHAT),
  ),
  line(
    "SDK-3",
    "- Auth: `Authorization: Bearer <API_KEY>` with a `gw_live_` key, plus header `X-Upstream-Key: <UPSTREAM_PROVIDER_KEY>`.",
    PROVIDER_KEYS.flatMap((outcome) => tested(outcome, MESSAGES, CHAT)),
  ),
  line(
    "SDK-4",
    "- Body: the standard chat-completions request (`model`, `messages`, ...). Any model the upstream chat-completions API supports.",
    PROVIDER_ANSWERS.flatMap((outcome) => tested(outcome, MESSAGES, CHAT)),
  ),
  line(
    "SDK-5",
    "- Response: the standard chat-completions response with a `metadata.svc_compliance` block containing a certificate URL.",
  ),
  line(
    "SDK-6",
    "- `stream:true` is rejected with HTTP 400 `streaming_not_supported`. Tools are not sanitised.",
    tested([400, "streaming_not_supported"], MESSAGES, CHAT),
    tested([400, "tools_not_supported"], MESSAGES, CHAT),
    tested([400, "tool_definition_pii_detected"], MESSAGES, CHAT),
  ),
  line(
    "SDK-7",
    "- Auth: header `x-api-key: <API_KEY>` (the gateway recognises the `gw_live_` prefix as a customer key) plus `X-Upstream-Key: <UPSTREAM_PROVIDER_KEY>`. The upstream provider's version header is accepted. Base address {base_url}.",
    tested([503, "token_service_unavailable"], MESSAGES, CHAT),
  ),
  line(
    "SDK-8",
    "- Body: the standard messages request (`model`, `max_tokens`, `messages`, optional system prompt). Text content only.",
    tested([400, "content_type_not_supported"], MESSAGES, CHAT),
    tested([400, "system_prompt_pii_detected"], MESSAGES),
  ),
  line("SDK-9", "- Response: the standard messages response with `metadata.svc_compliance`."),
  line(
    "SDK-10",
    "- The upstream key is forwarded per request and is not stored, logged or cached.",
  ),
  line(
    "DEC-1",
    "`GET /v1/models` (both dialects, by `anthropic-version`), `POST /v1/messages/count_tokens` (sanitise, forward);",
    tested(200, COUNT_TOKENS, MODELS, MODEL),
    tested([404, "not_found"], MODEL),
    tested([400, "tools_not_supported"], COUNT_TOKENS),
    tested([400, "tool_definition_pii_detected"], COUNT_TOKENS),
    tested([400, "cache_control_not_supported"], COUNT_TOKENS),
    tested([400, "content_type_not_supported"], COUNT_TOKENS),
    tested([400, "system_prompt_pii_detected"], COUNT_TOKENS),
    tested([503, "scanner_unavailable"], COUNT_TOKENS),
    tested([503, "token_service_unavailable"], COUNT_TOKENS),
    tested([503, "server_busy"], COUNT_TOKENS),
    [...PROVIDER_KEYS, ...PROVIDER_ANSWERS].flatMap((outcome) =>
      tested(outcome, COUNT_TOKENS, MODELS, MODEL),
    ),
  ),
  line(
    "DEC-17",
    "The endpoint exists only with `RESPONSES_ENABLED`, and only for keys whose call policy has the extension `responses`; otherwise it gets 404 `not_found`.",
    tested(200, RESPONSES),
    run(RESPONSES, [404, "not_found"], "a key without the extension", { as: "pro" }),
    run(RESPONSES, [400, "tools_not_supported"], "tools of a key that may not use them", {
      body: { model: "m-1", input: "Hello", tools: [{ type: "function", name: "get" }] },
    }),
    run(RESPONSES, [400, "content_type_not_supported"], "an image", {
      body: { model: "m-1", input: [{ role: "user", content: [{ type: "input_image" }] }] },
    }),
    run(RESPONSES, [400, "cache_control_not_supported"], "a part to cache", {
      body: {
        model: "m-1",
        input: [
          { role: "user", content: [{ type: "input_text", text: "Hello", cache_control: {} }] },
        ],
      },
    }),
    [...PROVIDER_KEYS, ...PROVIDER_ANSWERS].flatMap((outcome) => tested(outcome, RESPONSES)),
    tested([400, "tool_definition_pii_detected"], RESPONSES),
    tested([429, "quota_exceeded"], RESPONSES),
    tested([503, "token_service_unavailable"], RESPONSES),
    tested([503, "scanner_unavailable"], RESPONSES),
    tested([503, "server_busy"], RESPONSES),
  ),
];
