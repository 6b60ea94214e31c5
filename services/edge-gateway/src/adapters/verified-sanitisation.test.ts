import { expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import { verifiedSanitisation } from "./verified-sanitisation.ts";

const originals = [
  { name: "letter", text: "Ann wrote to ann@example.org." },
  { name: "note", text: "Ann again" },
];

function redaction(start: number, end: number, placeholder: string, type: string) {
  return { start, end, placeholder, type, confidence: 1, recognizer: "test" };
}

function goodAnswer(): SanitiseResponse {
  return {
    layers_active: ["patterns"],
    fields: [
      {
        name: "letter",
        text: "[PERSON_1] wrote to [EMAIL_1].",
        redactions: [
          redaction(0, 3, "[PERSON_1]", "PERSON"),
          redaction(13, 28, "[EMAIL_1]", "EMAIL"),
        ],
      },
      {
        name: "note",
        text: "[PERSON_1] again",
        redactions: [redaction(0, 3, "[PERSON_1]", "PERSON")],
      },
    ],
  };
}

test("mints the texts and keeps one entry a placeholder", () => {
  const { fields, entries, counts } = verifiedSanitisation(originals, goodAnswer());
  expect(fields.map(({ text }) => text)).toEqual([
    "[PERSON_1] wrote to [EMAIL_1].",
    "[PERSON_1] again",
  ]);
  expect(entries).toEqual([
    { placeholder: "[PERSON_1]", value: "Ann" },
    { placeholder: "[EMAIL_1]", value: "ann@example.org" },
  ]);
  expect(counts).toEqual({ PERSON: 2, EMAIL: 1 });
});

type Fields = SanitiseResponse["fields"];
const spoiled: [string, (fields: Fields) => Fields][] = [
  ["a field is missing", ([first]) => [first] as Fields],
  ["fields are swapped", ([first, second]) => [second, first] as Fields],
  ["a redaction is missing", (fields) => patch(fields, { redactions: [] })],
  [
    "the text says more",
    (fields) => patch(fields, { text: "[PERSON_1] wrote to [EMAIL_1]. And more" }),
  ],
  [
    "spans overlap",
    (fields) =>
      patch(fields, {
        redactions: [
          redaction(0, 14, "[PERSON_1]", "PERSON"),
          redaction(13, 28, "[EMAIL_1]", "EMAIL"),
        ],
      }),
  ],
  [
    "a span ends beyond the text",
    (fields) =>
      patch(fields, { redactions: [redaction(0, 99, "[PERSON_1]", "PERSON")], text: "[PERSON_1]" }),
  ],
];

test.each(spoiled)("When %s, then nothing is minted", (_case, spoil) => {
  const answer = goodAnswer();
  expect(() =>
    verifiedSanitisation(originals, { ...answer, fields: spoil(answer.fields) }),
  ).toThrow();
});

test("When one placeholder stands for two values, then nothing is minted", () => {
  const answer: SanitiseResponse = {
    layers_active: [],
    fields: [
      {
        name: "a",
        text: "[PERSON_1] and [PERSON_1]",
        redactions: [
          redaction(0, 3, "[PERSON_1]", "PERSON"),
          redaction(8, 11, "[PERSON_1]", "PERSON"),
        ],
      },
    ],
  };
  expect(() => verifiedSanitisation([{ name: "a", text: "Ann and Bob" }], answer)).toThrow(
    "one placeholder for two values",
  );
});

function patch([first, ...rest]: Fields, change: Partial<Fields[number]>): Fields {
  return [{ ...first, ...change } as Fields[number], ...rest];
}

test("one placeholder may stand for two spellings of one person's name, and both are kept", () => {
  const both = [{ name: "note", text: "Hans Meyer, Maier" }];
  const { entries } = verifiedSanitisation(both, {
    layers_active: ["patterns"],
    fields: [
      {
        name: "note",
        text: "[PERSON_1], [PERSON_1]",
        redactions: [
          redaction(0, 10, "[PERSON_1]", "PERSON"),
          redaction(12, 17, "[PERSON_1]", "PERSON"),
        ],
      },
    ],
  });
  expect(entries).toMatchObject([
    {
      placeholder: "[PERSON_1]",
      value: "Hans Meyer",
      forms: [{ value: "Hans Meyer" }, { value: "Maier" }],
    },
  ]);
});
