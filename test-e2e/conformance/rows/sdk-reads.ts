import { COUNT_TOKENS, MODEL, MODELS } from "../endpoints.ts";
import { decided, inGateway, provenBy, type Row } from "../row.ts";
import { REFUSALS_OF_PROVIDERS } from "./sdk.ts";

const inReads = (title: string) => inGateway("sdk-reads", title);

const each = (rowOf: (endpoint: string) => readonly Row[]): readonly Row[] =>
  [COUNT_TOKENS, MODELS, MODEL].flatMap(rowOf);

const REFUSED = inReads("refuses what messages refuse");

export const SDK_READ_LINES = [
  decided(
    "`GET /v1/models` (both dialects, by `anthropic-version`), `POST /v1/messages/count_tokens` (sanitise, forward);",
    provenBy(
      COUNT_TOKENS,
      200,
      "messages",
      inReads("has the provider count the sanitised messages, and takes nothing of the quota"),
    ),
    provenBy(COUNT_TOKENS, [400, "tools_not_supported"], "tools", REFUSED),
    provenBy(
      COUNT_TOKENS,
      [400, "tool_definition_pii_detected"],
      "a deployment and a key that allow tools",
      inGateway("sdk-tools", "Tokens are not counted for tools with personal data"),
    ),
    provenBy(COUNT_TOKENS, [400, "cache_control_not_supported"], "cache_control", REFUSED),
    provenBy(COUNT_TOKENS, [400, "content_type_not_supported"], "an image", REFUSED),
    provenBy(COUNT_TOKENS, [400, "system_prompt_pii_detected"], "a hard identifier", REFUSED),
    provenBy(
      COUNT_TOKENS,
      [503, "scanner_unavailable"],
      "the sanitiser fails",
      inReads("while the sanitiser fails is 503"),
    ),
    provenBy(
      COUNT_TOKENS,
      [503, "token_service_unavailable"],
      "the bridge does not answer",
      inReads("while the bridge is down is 503"),
    ),
    provenBy(
      COUNT_TOKENS,
      [503, "server_busy"],
      "others' large bodies are in flight",
      inGateway(
        "bodies-in-flight",
        "While a large body is in flight, others' large SDK calls are 503 server_busy, and the customer's own 429 rate_limited",
      ),
    ),
    provenBy(
      MODELS,
      200,
      "either format",
      inReads("lists the provider's, by the format of the caller"),
    ),
    provenBy(
      MODEL,
      200,
      "a model of the list",
      inReads("lists the provider's, by the format of the caller"),
    ),
    provenBy(
      MODEL,
      [404, "not_found"],
      "another model",
      inReads("lists the provider's, by the format of the caller"),
    ),
    each((endpoint) => [
      provenBy(
        endpoint,
        [401, "missing_upstream_key"],
        "no provider key",
        inReads("without a provider key is refused"),
      ),
      provenBy(
        endpoint,
        [400, "upstream_key_mismatch"],
        "a key of the other format's provider",
        inReads("with a key of the other format's provider is refused"),
      ),
      ...(
        [
          ...REFUSALS_OF_PROVIDERS,
          [429, "upstream_rate_limited"],
          [529, "upstream_overloaded"],
        ] as const
      ).map((outcome) =>
        provenBy(
          endpoint,
          outcome,
          `the provider answers ${outcome[0]}`,
          inReads("to which the provider answers %p gets that status"),
        ),
      ),
    ]),
  ),
];
