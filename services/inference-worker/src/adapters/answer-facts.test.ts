import { expect, test } from "@jest/globals";
import { modelName, modelNames, stopReason, stopSequence } from "./answer-facts.ts";

test.each([
  ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929"],
  ["meta-llama/Llama-3.1-8B:free", "meta-llama/Llama-3.1-8B:free"],
  ["write to ann@example.org", "asked-for"],
  ["x".repeat(129), "asked-for"],
  ["", "asked-for"],
  [undefined, "asked-for"],
])("the answered model %p is passed on as %p", (answered, expected) => {
  expect(modelName(answered, "asked-for")).toBe(expected);
});

test.each([
  ["end_turn", "end_turn"],
  ["Ann Example called", "unknown"],
  [null, "unknown"],
  [undefined, "unknown"],
])("the stop reason %p is passed on as %p", (answered, expected) => {
  expect(stopReason(answered)).toBe(expected);
});

test("of a list of models, only what has the form of a model's name is passed on", () => {
  const list = [{ id: "m-1" }, { id: "ask ann@example.org" }, { id: "" }, { id: "org/m-2" }];
  expect(modelNames(list)).toEqual(["m-1", "org/m-2"]);
});

test.each([
  ["END", ["STOP", "END"], "END"],
  ["Ann Example", ["END"], undefined],
  ["END", undefined, undefined],
  [null, ["END"], undefined],
])("the stop sequence %p of a request with %j is passed on as %p", (answered, asked, expected) => {
  expect(stopSequence(answered, asked)).toBe(expected);
});
