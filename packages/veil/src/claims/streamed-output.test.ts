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

test("a streamed answer has the same item as the whole answer, wherever it is split, even inside a character", () => {
  const pieces = fc.array(
    fc.string({ unit: fc.constantFrom("a", '"', "\n", "é", "\ud83d", "\ude00") }),
    {
      maxLength: 5,
    },
  );
  const blocks = fc.array(fc.record({ isCall: fc.boolean(), pieces }), { minLength: 1 });
  fc.assert(
    fc.property(blocks, (given) => {
      const whole = given.map(({ isCall, pieces: texts }) => {
        const text = texts.join("");
        return isCall
          ? ({ type: "tool_use", name: "find", arguments: text } as const)
          : ({ type: "text", text } as const);
      });
      const events = given.flatMap(({ isCall, pieces: texts }, index): InferenceEvent[] => [
        { type: "block_start", index, ...(isCall && { tool: "find" }) },
        { type: "ping" },
        ...texts.map(
          (text): InferenceEvent =>
            isCall ? { type: "arguments", index, json: text } : { type: "text", index, text },
        ),
        { type: "block_stop", index },
      ]);
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
