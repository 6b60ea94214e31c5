import type { AnswerBlock, Choice } from "@veil/contracts/inference";

export const MODEL_OUTPUT = { item: "model_output", class: "model_output" } as const;

/** Returns the value of the item for a model's answer. Both ends of the edge use it. */
export function modelOutputValue(
  choices: readonly (Pick<Choice, "blocks"> & Partial<Choice>)[],
): string {
  return JSON.stringify(choices.map(({ blocks }) => blocks.map(blockValue)));
}

function blockValue(block: AnswerBlock) {
  switch (block.type) {
    case "text":
      return block.text;
    case "tool_use":
      return [block.name, block.arguments];
    case "thinking":
      return { thinking: block.thinking, signature: block.signature };
    case "redacted_thinking":
      return { data: block.data };
  }
}
