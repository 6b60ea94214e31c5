import type { AnswerBlock, InferenceEvent } from "@veil/contracts/inference";
import { modelOutputValue } from "./model-output.ts";

export interface StreamedOutput {
  /** Each event of the stream, in its order. */
  add(event: InferenceEvent): void;
  /** `modelOutputValue` of one choice with what came so far; undefined before `start`. */
  value(): string | undefined;
}

interface OpenBlock {
  readonly tool: string | undefined;
  text: string;
}

/** For both ends of a stream, so that they commit to the same bytes whatever the pieces were. */
export function createStreamedOutput(): StreamedOutput {
  const blocks: OpenBlock[] = [];
  let isStarted = false;

  function append(index: number, text: string): void {
    const block = blocks[index];
    if (block === undefined) throw new TypeError("A piece of a block that has not begun");
    block.text += text;
  }

  return {
    add(event) {
      if (event.type === "start") isStarted = true;
      if (event.type === "block_start") blocks[event.index] = { tool: event.tool, text: "" };
      if (event.type === "text") append(event.index, event.text);
      if (event.type === "arguments") append(event.index, event.json);
    },
    value: () => (isStarted ? modelOutputValue([{ blocks: blocks.map(blockOf) }]) : undefined),
  };
}

function blockOf({ tool, text }: OpenBlock): AnswerBlock {
  return tool === undefined
    ? { type: "text", text }
    : { type: "tool_use", name: tool, arguments: text };
}
