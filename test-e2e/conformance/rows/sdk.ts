import { CHAT, MESSAGES } from "../endpoints.ts";
import { inGateway, line, provenBy, type Row, tested } from "../row.ts";

const inCalls = (title: string) => inGateway("sdk-endpoints", title);
const inFormats = (title: string) => inGateway("sdk-formats", title);

const ANSWERED = inCalls(
  "is answered in the SDK's format, with compliance metadata; the provider saw placeholders",
);
const REFUSED = inCalls("with %s is refused before anything is sent");
const HARD_IDENTIFIERS = inFormats("refuses hard identifiers in %s");

/** A provider's status, and the code of the same status that it becomes. */
export const REFUSALS_OF_PROVIDERS = [
  [400, "upstream_request_refused"],
  [401, "upstream_key_refused"],
  [403, "upstream_permission_denied"],
  [404, "upstream_not_found"],
] as const;

const both = (rowOf: (endpoint: string) => Row): readonly Row[] => [MESSAGES, CHAT].map(rowOf);

/** The part of the specification on the SDK-compatible endpoints, each time for both. */
export const SDK = {
  answered: both((endpoint) => provenBy(endpoint, 200, "a call", ANSWERED)),
  relinked: [
    tested("a developer key, and the tier free", inCalls("never shows values to %s")),
    tested(
      "pro and enterprise",
      inCalls("restores values when the key's tier allows it and the request asks for it"),
    ),
  ],
  upstreamKey: [
    tested(
      "it goes to the provider alone",
      inCalls(
        "carries the caller's provider key sealed for this leg alone, and it is nowhere else",
      ),
    ),
    ...both((endpoint) =>
      provenBy(
        endpoint,
        [401, "missing_upstream_key"],
        "no provider key",
        inCalls("without any provider key is refused"),
      ),
    ),
    ...both((endpoint) =>
      provenBy(
        endpoint,
        [400, "upstream_key_mismatch"],
        "a key of the other format's provider",
        inCalls("with a key of the other format's provider is refused"),
      ),
    ),
  ],
  systemPrompt: [
    provenBy(
      MESSAGES,
      [400, "system_prompt_pii_detected"],
      "a hard identifier in a system turn",
      HARD_IDENTIFIERS,
    ),
    tested("at chat completions", inFormats("sanitises hard identifiers of a system turn")),
  ],
  turns: [
    tested(
      "earlier turns",
      inCalls("keeps the placeholders of its earlier answers when values are not restored"),
    ),
  ],
  streaming: [
    ...both((endpoint) =>
      provenBy(endpoint, [400, "streaming_not_supported"], "stream: true", REFUSED),
    ),
    tested(
      "a deployment that allows it",
      inGateway(
        "sdk-streams",
        "is the sequence of events that SDKs expect, each with its name, with compliance metadata at its start",
      ),
    ),
    tested(
      "the audit after the stream",
      inGateway(
        "sdk-streams",
        "that holds personal data which the model wrote is reported after its end",
      ),
    ),
  ],
  tools: [
    ...both((endpoint) => provenBy(endpoint, [400, "tools_not_supported"], "tools", REFUSED)),
    ...both((endpoint) =>
      provenBy(
        endpoint,
        [400, "tool_definition_pii_detected"],
        "a deployment and a key that allow them",
        inGateway("sdk-tools", "are refused for personal data in %s"),
      ),
    ),
    tested(
      "a key that allows them",
      inGateway("sdk-tool-calls", "are restored in a tool that the policy names, in values alone"),
    ),
  ],
  caching: both((endpoint) =>
    provenBy(endpoint, [400, "cache_control_not_supported"], "cache_control", REFUSED),
  ),
  others: [
    ...both((endpoint) =>
      provenBy(endpoint, [400, "content_type_not_supported"], "an image", REFUSED),
    ),
    tested("other paths", inFormats("%s does not exist; the error says what does")),
  ],
  scanner: both((endpoint) =>
    provenBy(
      endpoint,
      [503, "scanner_unavailable"],
      "the sanitiser fails",
      inCalls("while the sanitiser fails is refused, and nothing is counted or sent"),
    ),
  ),
  limits: [
    ...both((endpoint) =>
      provenBy(
        endpoint,
        [429, "rate_limited"],
        "one call more than the tier's limit a minute",
        inGateway(
          "customer-endpoints",
          "of inference is one of all keys at all endpoints, and other calls with them do not count",
        ),
      ),
    ),
    ...both((endpoint) =>
      provenBy(
        endpoint,
        [429, "quota_exceeded"],
        "one call more than the tier's limit a month; x-should-retry",
        inCalls("over the quota is refused, and its header stops SDKs from repeating it"),
      ),
    ),
    ...both((endpoint) =>
      provenBy(
        endpoint,
        [503, "server_busy"],
        "others' large bodies are in flight",
        inGateway(
          "bodies-in-flight",
          "While a large body is in flight, others' large SDK calls are 503 server_busy, and the customer's own 429 rate_limited",
        ),
      ),
    ),
  ],
  bridge: both((endpoint) =>
    provenBy(
      endpoint,
      [503, "token_service_unavailable"],
      "the bridge does not answer",
      inCalls("while the bridge is down is 503 token_service_unavailable, and nothing is sent"),
    ),
  ),
  provider: [MESSAGES, CHAT].flatMap((endpoint) => [
    ...REFUSALS_OF_PROVIDERS.map((outcome) =>
      provenBy(
        endpoint,
        outcome,
        `the provider answers ${outcome[0]}`,
        inCalls("to which the provider answers %p gets that status"),
      ),
    ),
    provenBy(
      endpoint,
      [429, "upstream_rate_limited"],
      "the provider's limit",
      inCalls("over the provider's limit is told when to try again"),
    ),
    provenBy(
      endpoint,
      [529, "upstream_overloaded"],
      "the provider is overloaded",
      inCalls("at a provider that is overloaded gets that status"),
    ),
  ]),
};

export const SDK_LINES = [
  line(
    "- Auth: `Authorization: Bearer <API_KEY>` with a `gw_live_` key, plus header `X-Upstream-Key: <UPSTREAM_PROVIDER_KEY>`.",
    SDK.upstreamKey,
  ),
  line(
    "- Body: the standard chat-completions request (`model`, `messages`, ...). Any model the upstream chat-completions API supports.",
    SDK.provider,
    tested(
      "its parameters, at chat completions",
      inFormats(
        "passes its parameters on, takes null as absent, and returns the caller's metadata beside its own",
      ),
    ),
  ),
  line(
    "- Response: the standard chat-completions response with a `metadata.svc_compliance` block containing a certificate URL.",
    SDK.answered,
  ),
  line(
    "- `stream:true` is rejected with HTTP 400 `streaming_not_supported`. Tools are not sanitised.",
    SDK.streaming,
    SDK.tools,
  ),
  line(
    "- Auth: header `x-api-key: <API_KEY>` (the gateway recognises the `gw_live_` prefix as a customer key) plus `X-Upstream-Key: <UPSTREAM_PROVIDER_KEY>`. The upstream provider's version header is accepted. Base address {base_url}.",
    SDK.upstreamKey,
    SDK.bridge,
  ),
  line(
    "- Body: the standard messages request (`model`, `max_tokens`, `messages`, optional system prompt). Text content only.",
    SDK.others,
    SDK.systemPrompt,
    tested(
      "its parameters, at messages",
      inFormats(
        "passes its parameters on, the stop sequences sanitised; the one that ended the answer comes back",
      ),
    ),
  ),
  line("- Response: the standard messages response with `metadata.svc_compliance`.", SDK.answered),
  line(
    "- The upstream key is forwarded per request and is not stored, logged or cached.",
    SDK.upstreamKey,
  ),
];
