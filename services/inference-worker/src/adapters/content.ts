import type { MessageBlock, TextBlock } from "@veil/contracts/inference";

/** Writes one text as a string and several as blocks: both wire formats accept both. */
export function contentOf(blocks: readonly TextBlock[]): string | TextBlock[] {
  const [first, ...others] = blocks;
  return first !== undefined && others.length === 0 ? first.text : [...blocks];
}

export function textsIn(content: readonly MessageBlock[]): TextBlock[] {
  return content.filter((block) => block.type === "text");
}
