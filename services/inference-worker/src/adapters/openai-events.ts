import { ChatCompletionChunk, type ServerSentEvent } from "@veil/llm-dialects";
import { ProviderError, type ProviderEvent } from "../ports.ts";
import { modelName, stopReason } from "./answer-facts.ts";
import { jsonOf, readProviderData } from "./read-provider-data.ts";

const readChunk = readProviderData(ChatCompletionChunk);

/** One choice was requested; its text is the only block. */
export async function* eventsOf(
  stream: AsyncIterable<ServerSentEvent>,
  requested: string,
): AsyncGenerator<ProviderEvent> {
  const end = { stopReason: "unknown", inputTokens: 0, outputTokens: 0 };
  let state: "new" | "started" | "in block" = "new";
  for await (const { data } of stream) {
    if (data === "[DONE]") {
      if (state === "in block") yield { kind: "block_stop", index: 0 };
      yield { kind: "stop", ...end };
      return;
    }
    const chunk = readUsable(data);
    takeFacts(end, chunk);
    if (state === "new") {
      const model = modelName(chunk.model, requested);
      yield { kind: "start", model, inputTokens: end.inputTokens };
      state = "started";
    }
    const text = textOf(chunk);
    if (!text) continue;
    if (state === "started") yield { kind: "block_start", index: 0 };
    state = "in block";
    yield { kind: "text", index: 0, text };
  }
  throw new ProviderError("unavailable");
}

function textOf({ choices }: ChatCompletionChunk): string | null | undefined {
  const { content, refusal } = choices[0]?.delta ?? {};
  return content || refusal;
}

interface EndFacts {
  stopReason: string;
  inputTokens: number;
  outputTokens: number;
}

/** The facts of the end are spread over the chunks. */
function takeFacts(end: EndFacts, { choices, usage }: ChatCompletionChunk): void {
  end.inputTokens = usage?.prompt_tokens ?? end.inputTokens;
  end.outputTokens = usage?.completion_tokens ?? end.outputTokens;
  const reason = choices[0]?.finish_reason;
  if (typeof reason === "string") end.stopReason = stopReason(reason);
}

/** @throws ProviderError, also for an error that a server sends in the middle of an answer */
function readUsable(data: string): ChatCompletionChunk {
  const value = jsonOf(data);
  if (typeof value === "object" && value !== null && "error" in value)
    throw new ProviderError("unavailable");
  return readChunk(value);
}
