import type { AnswerBlock } from "@veil/contracts/inference";
import type { ToolDefinition } from "@veil/contracts/tools";
import { ProviderError } from "../ports.ts";

/**
 * Returns the name only if the request has a tool of that name, because the name is copied into the
 * response without a scan.
 * @throws ProviderError `unreadable`
 */
export function calledTool(
  name: string | undefined,
  requested: readonly ToolDefinition[] = [],
): string {
  if (name !== undefined && requested.some((tool) => tool.name === name)) return name;
  throw new ProviderError("unreadable", { cause: new Error("A tool is called that is not one") });
}

/** Joins consecutive texts. Returns at least one block. */
export function answerBlocks(blocks: readonly AnswerBlock[]): AnswerBlock[] {
  const joined: AnswerBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (block.type === "text" && last?.type === "text")
      joined[joined.length - 1] = { ...last, text: last.text + block.text };
    else joined.push(block);
  }
  return joined.length > 0 ? joined : [{ type: "text", text: "" }];
}
