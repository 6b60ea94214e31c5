import type { MessageBlock, PromptText } from "@veil/contracts/inference";

/**
 * Returns a string for a single text and blocks for several, since both wire formats accept both
 * forms. A text with a cache mark stays a block, because a string has no place for the mark.
 */
export function contentOf(blocks: readonly PromptText[]): string | PromptText[] {
  const [first, ...others] = blocks;
  const isPlain = first?.cache_control === undefined && others.length === 0;
  return first !== undefined && isPlain ? first.text : [...blocks];
}

export function textsIn(content: readonly MessageBlock[]): PromptText[] {
  return content.filter((block) => block.type === "text");
}
