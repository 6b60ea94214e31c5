import {
  type AnswerBlock,
  CompletedEnd,
  FailedInference,
  type InferenceResult,
} from "@veil/contracts/inference";
import { type Static, Type } from "typebox";

export const NativeResult = Type.Union([
  Type.Object({ ...CompletedEnd.properties, text: Type.String() }, { additionalProperties: false }),
  FailedInference,
]);
export type NativeResult = Static<typeof NativeResult>;

export function nativeResult(result: InferenceResult | NativeResult): NativeResult {
  if (!("choices" in result)) return result;
  const { choices, ...facts } = result;
  const [choice] = choices;
  const text = textIn(choice?.blocks ?? []);
  return { ...facts, stop_reason: choice?.stop_reason ?? "unknown", text };
}

export function textIn(blocks: readonly AnswerBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}
