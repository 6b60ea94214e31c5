import type { TextBlock } from "@veil/contracts/inference";

/** As both wire formats take it: one text as a string, several as blocks. */
export function contentOf(blocks: readonly TextBlock[]): string | TextBlock[] {
  const [first, ...others] = blocks;
  return first !== undefined && others.length === 0 ? first.text : [...blocks];
}
