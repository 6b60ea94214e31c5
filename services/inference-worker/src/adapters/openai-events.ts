import { type AnswerContent, ChatCompletionChunk, type ServerSentEvent } from "@veil/llm-dialects";
import { ProviderError, type ProviderEvent } from "../ports.ts";
import { modelName, stopReason } from "./answer-facts.ts";
import { jsonOf, readProviderData } from "./read-provider-data.ts";
import { createUsage } from "./usage.ts";

const readChunk = readProviderData(ChatCompletionChunk);

/** Converts the stream of a request for one choice. The choice's text is the only block. */
export async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  requested: string,
): AsyncGenerator<ProviderEvent> {
  const facts = createFacts();
  let state: "new" | "started" | "in block" = "new";
  for await (const { data } of stream) {
    if (data === "[DONE]") {
      if (state === "in block") yield { kind: "block_stop", index: 0 };
      yield facts.stop();
      return;
    }
    const chunk = readUsable(data);
    facts.take(chunk);
    if (state === "new") {
      yield facts.start(modelName(chunk.model, requested));
      state = "started";
    }
    const text = textOf(chunk.choices[0]?.delta);
    if (text === "") continue;
    if (state === "started") yield { kind: "block_start", index: 0 };
    state = "in block";
    yield { kind: "text", index: 0, text };
  }
  throw new ProviderError("unavailable");
}

/** Collects the stop reason and the token counts, which are spread over the chunks. */
function createFacts() {
  const counted = createUsage(USAGE_NAMES);
  let reason = "unknown";
  return {
    take({ usage, choices }: ChatCompletionChunk): void {
      counted.add(usage);
      const { finish_reason } = choices[0] ?? {};
      if (typeof finish_reason === "string") reason = stopReason(finish_reason);
    },
    start(model: string): ProviderEvent {
      const { inputTokens } = counted;
      return { kind: "start", model, inputTokens, ...counted.details() };
    },
    stop(): ProviderEvent {
      const { inputTokens, outputTokens } = counted;
      return { kind: "stop", stopReason: reason, inputTokens, outputTokens, ...counted.details() };
    },
  };
}

export const USAGE_NAMES = {
  ...{ input: "prompt_tokens", output: "completion_tokens", total: "total_tokens" },
} as const;

interface Said {
  readonly content?: AnswerContent;
  readonly refusal?: string | null;
}

/** Joins the texts of the parts. */
export function textOf({ content, refusal }: Said = {}): string {
  if (!Array.isArray(content)) return content || refusal || "";
  const texts = content.map((part) =>
    typeof part === "string" ? part : isText(part) ? (part.text ?? part.refusal ?? "") : "",
  );
  return texts.join("") || refusal || "";
}

function isText({ type = "text" }: { readonly type?: string }): boolean {
  return ["text", "output_text", "refusal"].includes(type);
}

/** @throws ProviderError, even for an error that a server sends in the middle of a response */
function readUsable(data: string): ChatCompletionChunk {
  const value = jsonOf(data);
  if (typeof value === "object" && value !== null && "error" in value)
    throw new ProviderError("unavailable");
  return readChunk(value);
}
