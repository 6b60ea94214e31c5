import type { UsageDetails } from "@veil/contracts/inference";
import { checkedJson, rawJson } from "@veil/contracts/parsing";
import type { SdkMessage } from "@veil/contracts/public/sdk/messages";
import { CallArguments } from "@veil/contracts/tools";
import type { DirectAnswer, DirectChoice, OpenCall } from "../../calls/index.ts";
import { complianceOf } from "./compliance.ts";

const requireArguments = checkedJson(CallArguments);

/**
 * Returns the answer in the format of Anthropic's SDKs, for `writeJson`. Arguments keep the model's
 * notation.
 */
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

function contentOf(id: string, { text, calls, thoughts }: DirectChoice): SdkMessage["content"] {
  const texts = text === "" ? [] : [{ type: "text" as const, text }];
  const uses = calls.map(({ name, arguments: json }, index) => ({
    type: "tool_use" as const,
    id: toolUseId(id, index),
    name,
    input: inputOf(json),
  }));
  return [...thoughts, ...texts, ...uses];
}

function inputOf(json: string) {
  requireArguments(json);
  return rawJson(json);
}

/** Creates the id of a tool call. The provider's own ids never leave the worker. */
export function toolUseId(id: string, index: number): string {
  return `toolu_${id}_${index}`;
}

type TokenUsage = Pick<DirectAnswer["result"], "input_tokens" | "output_tokens" | "usage_details">;

/**
 * Returns the token counts, including all other details about tokens that the provider returned.
 */
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
