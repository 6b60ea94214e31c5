import type { InferenceEnd, InferenceResult } from "@veil/contracts/inference";

type Completed = Extract<InferenceEnd, { outcome: "completed" }> & { readonly text: string };

/** What a native call ends with: one answer of one text. */
export type NativeResult = Completed | Extract<InferenceEnd, { outcome: "failed" }>;

/** The blocks of the first answer are one text. */
export function nativeResult(result: InferenceResult): NativeResult {
  if (result.outcome === "failed") return result;
  const { choices, ...facts } = result;
  const [choice] = choices;
  const text = choice?.blocks.map((block) => block.text).join("") ?? "";
  return { ...facts, stop_reason: choice?.stop_reason ?? "unknown", text };
}
