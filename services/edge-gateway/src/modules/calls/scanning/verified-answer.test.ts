import { expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import {
  type Redaction,
  type SanitisedField,
  writeSanitiseResponse,
} from "@veil/pii/sanitise-response";
import { detectionLayers, verifiedAnswer } from "./verified-answer.ts";

const originals = [
  { name: "letter", text: "Ann wrote to ann@example.org." },
  { name: "note", text: "Ann again" },
];

function redaction(
  start: number,
  end: number,
  placeholder: string,
  type: Redaction["type"],
): Redaction {
  return { start, end, placeholder, type, confidence: 1, recognizer: "test" };
}

const letter: SanitisedField = {
  name: "letter",
  text: "[PERSON_1] wrote to [EMAIL_1].",
  redactions: [redaction(0, 3, "[PERSON_1]", "PERSON"), redaction(13, 28, "[EMAIL_1]", "EMAIL")],
  left: [{ type: "DATE_TIME", reason: "default", count: 2 }],
};
const note: SanitisedField = {
  name: "note",
  text: "[PERSON_1] again",
  redactions: [redaction(0, 3, "[PERSON_1]", "PERSON")],
  left: [],
};

const answerOf = (...fields: SanitisedField[]) =>
  writeSanitiseResponse({ fields, layers_active: ["names"] });
const good = answerOf(letter, note);
const bytes = (answer: object) => new TextEncoder().encode(JSON.stringify(answer));
const verify = (answer: object, texts = originals) =>
  verifiedAnswer({ originals: texts, answer: bytes(answer) });
const entriesIn = ({ entries }: ReturnType<typeof verify>) =>
  JSON.parse(new TextDecoder().decode(entries));

test("verifiedAnswer returns the texts, one entry for each placeholder, and what was found and left", () => {
  const verified = verify(good);
  expect(verified.texts).toEqual(["[PERSON_1] wrote to [EMAIL_1].", "[PERSON_1] again"]);
  expect(entriesIn(verified)).toEqual([
    { placeholder: "[PERSON_1]", value: "Ann" },
    { placeholder: "[EMAIL_1]", value: "ann@example.org" },
  ]);
  expect(verified).toMatchObject({
    findings: 3,
    issued: { PERSON: 1, EMAIL: 1 },
    counts: { PERSON: 2, EMAIL: 1 },
    left: new Map([
      ["letter", letter.left],
      ["note", []],
    ]),
    layers: ["names"],
  });
});

test("A protected literal counts as issued, but not as a finding of a type", () => {
  const literal = {
    ...note,
    text: "[LITERAL_1] again",
    redactions: [redaction(0, 3, "[LITERAL_1]", "LITERAL")],
  };
  expect(verify(answerOf(literal), originals.slice(1))).toMatchObject({
    findings: 1,
    issued: { LITERAL: 1 },
    counts: {},
  });
});

const [first, second] = good.fields;
const withFindings = (...findings: readonly unknown[]) => withAll(findings);
const withAll = (findings: readonly unknown[]): SanitiseResponse => ({
  ...good,
  fields: [{ name: "letter", left: [], findings }, ...good.fields.slice(1)],
});
const spoiled: [string, object][] = [
  ["is not an object", []],
  ["has an unknown member", { ...good, engine: 2 }],
  ["lacks a field", { ...good, fields: [first] }],
  ["has its fields swapped", { ...good, fields: [second, first] }],
  ["lacks one of its findings", withFindings(...(first?.findings.slice(6) ?? []))],
  ["has an incomplete finding", withFindings(...(first?.findings ?? []), 0)],
  ["has no findings for its text", withFindings()],
  [
    "has a text that is longer than the original",
    answerOf({ ...letter, text: `${letter.text} And` }, note),
  ],
  ["has a finding that ends beyond the text", withFindings(0, 99, 0, 1, 0, 100)],
  ["has more findings than allowed", withAll(new Array(300_006).fill(0))],
  ["has a finding that begins before the text", withFindings(-1, 3, 0, 1, 0, 100)],
  ["has an empty finding", withFindings(0, 0, 0, 1, 0, 100)],
  ["has a finding with an unknown type", withFindings(0, 3, 2, 1, 0, 100)],
  ["has a finding with an unknown recognizer", withFindings(0, 3, 0, 1, 1, 100)],
  ["skips a placeholder number", withFindings(0, 3, 0, 2, 0, 100)],
  ["numbers placeholders from 0", withFindings(0, 3, 0, 0, 0, 100)],
  ["has a confidence above 100", withFindings(0, 3, 0, 1, 0, 101)],
  ["contains a fraction", withFindings(0, 2.5, 0, 1, 0, 100)],
  ["contains a number as a string", withFindings("0", 3, 0, 1, 0, 100)],
  ["contains null", withFindings(0, 3, 0, 1, 0, null)],
];

test.each(spoiled)(
  "When the sanitiser's response %s, then verifiedAnswer throws",
  (_case, answer) => {
    expect(() => verify(answer)).toThrow();
  },
);

test("When one placeholder stands for two values, then verifiedAnswer throws", () => {
  const both = answerOf({
    name: "a",
    text: "[PERSON_1] and [PERSON_1]",
    redactions: [redaction(0, 3, "[PERSON_1]", "PERSON"), redaction(8, 11, "[PERSON_1]", "PERSON")],
    left: [],
  });
  expect(() => verify(both, [{ name: "a", text: "Ann and Bob" }])).toThrow(
    "one placeholder for two values",
  );
});

test("One placeholder may stand for two spellings of one person's name, and both are kept", () => {
  const both = answerOf({
    name: "note",
    text: "[PERSON_1], [PERSON_1]",
    redactions: [
      redaction(0, 10, "[PERSON_1]", "PERSON"),
      redaction(12, 17, "[PERSON_1]", "PERSON"),
    ],
    left: [],
  });
  expect(entriesIn(verify(both, [{ name: "note", text: "Hans Meyer, Maier" }]))).toMatchObject([
    {
      placeholder: "[PERSON_1]",
      value: "Hans Meyer",
      forms: [{ value: "Hans Meyer" }, { value: "Maier" }],
    },
  ]);
});

test("A field that is not restorable adds no values, not even to a placeholder that other fields share", () => {
  const system = { name: "system", text: "Ann Weber here", restorable: false } as const;
  const user = { name: "user", text: "Weber again" };
  const answer = answerOf(
    {
      name: "system",
      text: "[PERSON_1] here",
      redactions: [redaction(0, 9, "[PERSON_1]", "PERSON")],
      left: [],
    },
    {
      name: "user",
      text: "[PERSON_1] again",
      redactions: [redaction(0, 5, "[PERSON_1]", "PERSON")],
      left: [],
    },
  );
  const both = verifiedAnswer({ originals: [system, user], answer: bytes(answer) });
  expect(entriesIn(both)).toEqual([{ placeholder: "[PERSON_1]", value: "Weber" }]);
});

test("In a field that keeps placeholders, only placeholders that were issued stay; other literals are replaced", () => {
  const text = "[PERSON_1] and [PERSON_2] for Ann";
  const redactions = [
    redaction(0, 10, "[LITERAL_1]", "LITERAL"),
    redaction(15, 25, "[LITERAL_2]", "LITERAL"),
    redaction(30, 33, "[PERSON_1]", "PERSON"),
  ];
  const sanitised = "[LITERAL_1] and [LITERAL_2] for [PERSON_1]";
  const answer = bytes(answerOf({ name: "turn", text: sanitised, redactions, left: [] }));
  const textsOf = (more: object) =>
    verifiedAnswer({ originals: [{ name: "turn", text, ...more }], answer }).texts;
  expect(textsOf({ keepsPlaceholders: true })).toEqual([
    "[PERSON_1] and [LITERAL_2] for [PERSON_1]",
  ]);
  expect(textsOf({})).toEqual([sanitised]);
});

test.each([
  [["patterns"], ["L1"]],
  [
    ["patterns", "names"],
    ["L1", "L2"],
  ],
  [
    ["patterns", "names", "known-entities", "presidio", "onnx", "llm-shield"],
    ["L1", "L2", "L3"],
  ],
  [
    ["llm-shield", "presidio", "patterns"],
    ["L1", "L2", "L3"],
  ],
  [[], []],
])("The detection methods %j belong to the layers %j", (methods, layers) => {
  expect(detectionLayers(methods)).toEqual(layers);
});

test.each(["oracle", "toString", ""])("detectionLayers refuses the unknown method %p", (method) => {
  expect(() => detectionLayers(["patterns", method])).toThrow("unknown method");
});
