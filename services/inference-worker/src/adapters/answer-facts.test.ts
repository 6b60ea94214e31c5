import { expect, test } from "@jest/globals";
import { modelName, models, stopReason, stopSequence } from "./answer-facts.ts";

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
  ["STOP", "stop"],
  ["Ann Example called", "unknown"],
  [null, "unknown"],
  [undefined, "unknown"],
])("the stop reason %p is passed on as %p", (answered, expected) => {
  expect(stopReason(answered)).toBe(expected);
});

test("a list of models passes on only ids in the form of a model's name", () => {
  const list = [{ id: "m-1" }, { id: "ask ann@example.org" }, { id: "" }, { id: "org/m-2" }];
  expect(models(list)).toEqual([{ id: "m-1" }, { id: "org/m-2" }]);
});

test("a model's details are passed on only where they are a time or a name", () => {
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
  "the answer's stop sequence %p to a request with %j is passed on as %p",
  (answered, asked, expected) => {
    expect(stopSequence(answered, asked)).toBe(expected);
  },
);
