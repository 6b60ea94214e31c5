import type { MessageBlock, TextBlock } from "@veil/contracts/inference";

/**
 * Returns a string for a single text and blocks for several, since both wire formats accept both
 * forms.
 */
export function contentOf(blocks: readonly TextBlock[]): string | TextBlock[] {
  const [first, ...others] = blocks;
  return first !== undefined && others.length === 0 ? first.text : [...blocks];
}

export function textsIn(content: readonly MessageBlock[]): TextBlock[] {
  return content.filter((block) => block.type === "text");
}
