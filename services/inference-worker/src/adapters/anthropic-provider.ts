import { checked } from "@veil/contracts/parsing";
import { Type } from "typebox";
import { type Provider, ProviderError, type ProviderRequest } from "../ports.ts";
import { modelName, stopReason } from "./answer-facts.ts";
import { createProviderHttp, type ProviderHttpOptions } from "./provider-http.ts";

/** The parts of a message that are used; the provider may add others at any time. */
const parseMessage = checked(
  Type.Object({
    model: Type.Optional(Type.String()),
    content: Type.Array(Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) })),
    stop_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    usage: Type.Object({
      input_tokens: Type.Integer({ minimum: 0 }),
      output_tokens: Type.Integer({ minimum: 0 }),
    }),
  }),
);

// The version that still takes sampling parameters.
const API_VERSION = "2023-06-01";

/** Anthropic Messages. */
export function createAnthropicProvider(options: ProviderHttpOptions): Provider {
  const http = createProviderHttp(options);
  return {
    async complete(request) {
      const answer = await http.post({
        path: "/v1/messages",
        headers: { "x-api-key": request.apiKey, "anthropic-version": API_VERSION },
        body: bodyOf(request),
        timeoutMs: request.timeoutMs,
      });
      const { model, content, stop_reason, usage } = readMessage(answer);
      const texts = content.map(({ type, text = "" }) => (type === "text" ? text : ""));
      return {
        text: texts.join(""),
        model: modelName(model, request.model),
        stopReason: stopReason(stop_reason),
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
      };
    },
    close: () => http.close(),
  };
}

function bodyOf({ model, prompt, maxTokens, temperature, endUserId }: ProviderRequest) {
  return {
    model,
    max_tokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    metadata: { user_id: endUserId },
    messages: [{ role: "user", content: prompt }],
  };
}

function readMessage(answer: unknown) {
  try {
    return parseMessage(answer);
  } catch (cause) {
    throw new ProviderError("unreadable", { cause });
  }
}
