import { expect, test } from "@jest/globals";
import type { InferenceEvent } from "@veil/contracts/inference";
import fc from "fast-check";
import { modelOutputValue } from "./model-output.ts";
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
const valueAfter = (events: readonly InferenceEvent[]) => {
  const output = createStreamedOutput();
  for (const event of events) output.add(event);
  return output.value();
};

test("A streamed answer has the value of the whole one, however it was cut", () => {
  const pieces = fc.array(fc.string(), { maxLength: 5 });
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
      expect(valueAfter([start, ...events])).toBe(modelOutputValue([{ blocks: whole }]));
    }),
  );
});

test("Before its start there is no answer, and then one without a block", () => {
  expect(valueAfter([{ type: "ping" }])).toBeUndefined();
  expect(valueAfter([start])).toBe(modelOutputValue([{ blocks: [] }]));
});

test("A piece of a block that has not begun is refused", () => {
  expect(() => valueAfter([{ type: "text", index: 0, text: "x" }])).toThrow("has not begun");
});
