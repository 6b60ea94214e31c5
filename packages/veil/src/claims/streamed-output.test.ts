import { expect, test } from "@jest/globals";
import type { AnswerBlock, InferenceEvent } from "@veil/contracts/inference";
import fc from "fast-check";
import { claimItem } from "./claim-items.ts";
import { MODEL_OUTPUT, modelOutputValue } from "./model-output.ts";
import { createStreamedOutput } from "./streamed-output.ts";

const start: InferenceEvent = {
  ...{
    type: "start",
    model_used: "m",
    input_tokens: 1,
    latency_ms: 1,
    attempts: 1,
    provider: "anthropic",
  },
};
const edge = { seed: Buffer.alloc(32, 1), peer: "provider" } as const;
const itemAfter = (events: readonly InferenceEvent[]) => {
  const output = createStreamedOutput(edge);
  for (const event of events) output.add(event);
  return output.item();
};
const itemOf = (blocks: readonly AnswerBlock[]) =>
  claimItem({ ...MODEL_OUTPUT, value: modelOutputValue([{ blocks: [...blocks] }]) }, edge);

/** Makes a block of these pieces. The signature of a thought has the same pieces as its text. */
function blockOf(kind: AnswerBlock["type"], pieces: readonly string[]): AnswerBlock {
  const text = pieces.join("");
  switch (kind) {
    case "text":
      return { type: kind, text };
    case "tool_use":
      return { type: kind, name: "find", arguments: text };
    case "thinking":
      return { type: kind, thinking: text, signature: text };
    case "redacted_thinking":
      return { type: kind, data: text };
  }
}

function eventsOf(
  kind: AnswerBlock["type"],
  pieces: readonly string[],
  index: number,
): InferenceEvent[] {
  const begin = { type: "block_start", index } as const;
  const end = [{ type: "ping" }, { type: "block_stop", index }] as const;
  switch (kind) {
    case "text":
      return [begin, ...pieces.map((text) => ({ type: kind, index, text })), ...end];
    case "tool_use": {
      const parts = pieces.map((json) => ({ type: "arguments", index, json }) as const);
      return [{ ...begin, tool: "find" }, ...parts, ...end];
    }
    case "thinking": {
      const texts = pieces.map((thinking) => ({ type: kind, index, thinking }));
      const signed = pieces.map((signature) => ({ type: "signature", index, signature }) as const);
      return [{ ...begin, thought: { type: kind } }, ...texts, ...signed, ...end];
    }
    case "redacted_thinking":
      return [{ ...begin, thought: { type: kind, data: pieces.join("") } }, ...end];
  }
}

test("a streamed answer has the same item as the whole answer, wherever it is split, even inside a character", () => {
  const pieces = fc.array(
    fc.string({ unit: fc.constantFrom("a", '"', "\n", "é", "\ud83d", "\ude00") }),
    {
      maxLength: 5,
    },
  );
  const kind = fc.constantFrom("text", "tool_use", "thinking", "redacted_thinking");
  const blocks = fc.array(fc.record({ kind, pieces }), { minLength: 1 });
  fc.assert(
    fc.property(blocks, (given) => {
      const whole = given.map((block) => blockOf(block.kind, block.pieces));
      const events = given.flatMap((block, index) => eventsOf(block.kind, block.pieces, index));
      expect(itemAfter([start, ...events])).toEqual(itemOf(whole));
    }),
  );
});

test("item returns undefined before the start event, and after it the item of an empty answer", () => {
  expect(itemAfter([{ type: "ping" }])).toBeUndefined();
  expect(itemAfter([start])).toEqual(itemOf([]));
});

test("add throws for a piece of a block that has not started, or after another block has started", () => {
  const piece = { type: "text", index: 0, text: "x" } as const;
  expect(() => itemAfter([start, piece])).toThrow("not open");
  const begun = [0, 1].map((index) => ({ type: "block_start", index }) as const);
  expect(() => itemAfter([start, ...begun, piece])).toThrow("not open");
});
