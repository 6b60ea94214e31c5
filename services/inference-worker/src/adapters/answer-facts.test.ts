import { expect, test } from "@jest/globals";
import { modelName, models, stopReason, stopSequence } from "./answer-facts.ts";

test.each([
  ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20250929"],
  ["meta-llama/Llama-3.1-8B:free", "meta-llama/Llama-3.1-8B:free"],
  ["write to ann@example.org", "asked-for"],
  ["x".repeat(129), "asked-for"],
  ["", "asked-for"],
  [undefined, "asked-for"],
])("modelName returns, for the model %p in a response, %p", (answered, expected) => {
  expect(modelName(answered, "asked-for")).toBe(expected);
});

test.each([
  ["end_turn", "end_turn"],
  ["STOP", "stop"],
  ["Ann Example called", "unknown"],
  [null, "unknown"],
  [undefined, "unknown"],
])("stopReason returns, for the stop reason %p in a response, %p", (answered, expected) => {
  expect(stopReason(answered)).toBe(expected);
});

test("models returns only models whose id looks like a model name", () => {
  const list = [{ id: "m-1" }, { id: "ask ann@example.org" }, { id: "" }, { id: "org/m-2" }];
  expect(models(list)).toEqual([{ id: "m-1" }, { id: "org/m-2" }]);
});

test("models returns a model's details only if they look like a time or a name", () => {
  expect(
    models([
      { id: "a", created: 1_700_000_000, owned_by: "openai-internal", display_name: 7 },
      { id: "b", created_at: "2025-02-19T00:00:00Z", display_name: "Claude Opus 4.5 (new)" },
      {
        id: "c",
        created: -1,
        created_at: "soon",
        owned_by: "<b>x</b>",
        display_name: "a@b.example",
      },
    ]),
  ).toEqual([
    { id: "a", created: 1_700_000_000, owned_by: "openai-internal" },
    { id: "b", created: 1_739_923_200, display_name: "Claude Opus 4.5 (new)" },
    { id: "c" },
  ]);
});

test.each([
  ["END", ["STOP", "END"], "END"],
  ["Ann Example", ["END"], undefined],
  ["END", undefined, undefined],
  [null, ["END"], undefined],
])(
  "stopSequence returns, for the stop sequence %p in the response to a request with %j, %p",
  (answered, asked, expected) => {
    expect(stopSequence(answered, asked)).toBe(expected);
  },
);
