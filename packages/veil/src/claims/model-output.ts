import type { Choice } from "@veil/contracts/inference";

export const MODEL_OUTPUT = { item: "model_output", class: "model_output" } as const;

/** Returns the value of the item for a model's answer. Both ends of the edge use it. */
export function modelOutputValue(
  choices: readonly (Pick<Choice, "blocks"> & Partial<Choice>)[],
): string {
  return JSON.stringify(
    choices.map(({ blocks }) =>
      blocks.map((block) => (block.type === "text" ? block.text : [block.name, block.arguments])),
    ),
  );
}
