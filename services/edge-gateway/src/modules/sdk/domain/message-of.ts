import type { UsageDetails } from "@veil/contracts/inference";
import { checkedJson, rawJson } from "@veil/contracts/parsing";
import type { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { CallArguments } from "@veil/contracts/tools";
import type { DirectAnswer, DirectChoice, OpenCall } from "../../calls/index.ts";
import { complianceOf } from "./compliance.ts";

const requireArguments = checkedJson(CallArguments);

/** The answer for Anthropic's SDKs and `writeJson`: arguments stay as the model wrote them. */
export function messageOf(id: string, open: OpenCall, answer: DirectAnswer): SdkMessage {
  const { result } = answer;
  const [choice] = answer.choices;
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: result.model_used,
    content: choice === undefined ? [] : contentOf(id, choice),
    stop_reason: choice?.stopReason ?? null,
    stop_sequence: choice?.stopSequence ?? null,
    usage: usageOf(result),
    metadata: { svc_compliance: complianceOf(open, answer) },
  };
}

function contentOf(id: string, { text, calls }: DirectChoice): SdkMessage["content"] {
  const texts = text === "" ? [] : [{ type: "text" as const, text }];
  const uses = calls.map(({ name, arguments: json }, index) => ({
    type: "tool_use" as const,
    id: toolUseId(id, index),
    name,
    input: inputOf(json),
  }));
  return [...texts, ...uses];
}

function inputOf(json: string) {
  requireArguments(json);
  return rawJson(json);
}

/** Creates an id of this gateway; the provider's ids stay with the worker. */
export function toolUseId(id: string, index: number): string {
  return `toolu_${id}_${index}`;
}

type TokenUsage = Pick<DirectAnswer["result"], "input_tokens" | "output_tokens" | "usage_details">;

/** Includes everything else that the provider says about the tokens. */
export function usageOf({
  input_tokens,
  output_tokens,
  usage_details = {},
}: TokenUsage): SdkMessage["usage"] {
  const { cache_creation_input_tokens, cache_read_input_tokens } = usage_details;
  return {
    ...usage_details,
    input_tokens,
    output_tokens,
    cache_creation_input_tokens: countOf(cache_creation_input_tokens),
    cache_read_input_tokens: countOf(cache_read_input_tokens),
  };
}

function countOf(detail: UsageDetails[string] | undefined): number {
  return typeof detail === "number" ? detail : 0;
}
