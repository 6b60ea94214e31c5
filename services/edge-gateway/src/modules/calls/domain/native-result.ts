import { CompletedEnd, FailedInference, type InferenceResult } from "@veil/contracts/inference";
import { type Static, Type } from "typebox";

/** What a native call ends with: one answer of one text. */
export const NativeResult = Type.Union([
  Type.Object({ ...CompletedEnd.properties, text: Type.String() }, { additionalProperties: false }),
  FailedInference,
]);
export type NativeResult = Static<typeof NativeResult>;

/** The blocks of the first answer are one text. */
export function nativeResult(result: InferenceResult | NativeResult): NativeResult {
  if (!("choices" in result)) return result;
  const { choices, ...facts } = result;
  const [choice] = choices;
  const text = choice?.blocks.map((block) => block.text).join("") ?? "";
  return { ...facts, stop_reason: choice?.stop_reason ?? "unknown", text };
}
