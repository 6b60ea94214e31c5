import { checked } from "@veil/contracts/parsing";
import { Type } from "typebox";
import { type Provider, ProviderError, type ProviderRequest } from "../ports.ts";
import { modelName, stopReason } from "./answer-facts.ts";
import { createProviderHttp, type ProviderHttpOptions } from "./provider-http.ts";

const Count = Type.Integer({ minimum: 0 });

/** The parts of a completion that are used. Compatible servers leave `usage` out or null. */
const parseCompletion = checked(
  Type.Object({
    model: Type.Optional(Type.String()),
    choices: Type.Array(
      Type.Object({
        message: Type.Object({
          content: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        }),
        finish_reason: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      }),
      { minItems: 1 },
    ),
    usage: Type.Optional(
      Type.Union([
        Type.Object({ prompt_tokens: Count, completion_tokens: Type.Optional(Count) }),
        Type.Null(),
      ]),
    ),
  }),
);

/** OpenAI Chat Completions, and every server that speaks it (Ollama, vLLM and others). */
export function createOpenaiProvider(options: ProviderHttpOptions): Provider {
  const http = createProviderHttp(options);
  const limitField = limitFieldFor(options.baseUrl);
  return {
    async complete(request) {
      const answer = await http.post({
        path: "/v1/chat/completions",
        headers: { authorization: `Bearer ${request.apiKey}` },
        body: { ...bodyOf(request), [limitField]: request.maxTokens },
        timeoutMs: request.timeoutMs,
      });
      const { model, choices, usage } = readCompletion(answer);
      const [choice] = choices;
      return {
        text: choice?.message.content ?? "",
        model: modelName(model, request.model),
        stopReason: stopReason(choice?.finish_reason),
        inputTokens: usage?.prompt_tokens ?? 0,
        outputTokens: usage?.completion_tokens ?? 0,
      };
    },
    close: () => http.close(),
  };
}

/** OpenAI's reasoning models refuse `max_tokens`; many compatible servers know no other name. */
function limitFieldFor(baseUrl: string): "max_tokens" | "max_completion_tokens" {
  return new URL(baseUrl).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
}

function bodyOf({ model, prompt, temperature, endUserId }: ProviderRequest) {
  return {
    model,
    ...(temperature !== undefined && { temperature }),
    user: endUserId,
    messages: [{ role: "user", content: prompt }],
  };
}

function readCompletion(answer: unknown) {
  try {
    return parseCompletion(answer);
  } catch (cause) {
    throw new ProviderError("unreadable", { cause });
  }
}
