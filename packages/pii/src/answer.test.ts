/** @slow reads the models of names */
import { describe, expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import fc from "fast-check";
import { readAnswer, type Sanitised, writeAnswer } from "./answer.ts";
import { createEngine } from "./engine.ts";
import { readBundledModels } from "./models.ts";
import { sanitiseFields } from "./sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });
const PIECES = [
  "Anna Weber",
  "Herr Meyer und Frau Maier",
  "a@b.co",
  "+49 30 1234567",
  "DE89 3704 0044 0532 0130 00",
  "Siemens AG, 3 May 2021",
  "[PERSON_1]",
  "\ud83d",
  "\udc00",
  "😀",
  "é",
  "\n",
  " and ",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 4 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""));
const fields = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .map((texts) => texts.map((written, index) => ({ name: `f${index}`, text: written })));

/** As it comes over the wire. */
const sent = (sanitised: Sanitised): SanitiseResponse =>
  JSON.parse(JSON.stringify(writeAnswer(sanitised)));

/** A confidence travels in hundredths. */
function rounded({ fields: all }: Sanitised): Sanitised["fields"] {
  return all.map((field) => ({
    ...field,
    redactions: field.redactions.map((redaction) => ({
      ...redaction,
      confidence: Math.round(redaction.confidence * 100) / 100,
    })),
  }));
}

test("For all texts, what is read is what was written, lone surrogates too", () => {
  fc.assert(
    fc.property(fields, (originals) => {
      const sanitised = sanitiseFields(engine, { fields: originals });
      expect(readAnswer(originals, sent(sanitised)).fields).toEqual(rounded(sanitised));
    }),
    { numRuns: 300 },
  );
});

test("The answer holds neither a text nor a value, each table entry once, and six numbers a replacement", () => {
  const written = sent(
    sanitiseFields(engine, {
      fields: [{ name: "a", text: "😀 a@b.co, c@d.co: a@b.co" }],
    }),
  );
  expect(written).toEqual({
    fields: [
      { name: "a", left: [], findings: [3, 6, 0, 1, 0, 99, 2, 6, 0, 2, 0, 99, 2, 6, 0, 1, 0, 99] },
    ],
    types: ["EMAIL"],
    recognizers: ["email"],
    sha256: expect.stringMatching(/^[\w-]{43}$/),
    layers_active: ["patterns", "names"],
  });
});

test("The texts of another request are told apart, also where they are the same in a row", () => {
  const answerTo = (...texts: string[]) =>
    sent(
      sanitiseFields(engine, {
        fields: texts.map((written, index) => ({ name: `f${index}`, text: written })),
      }),
    );
  const digests = [
    answerTo("ab", "c"),
    answerTo("a", "bc"),
    answerTo("abc", ""),
    answerTo("1:a", "b"),
    answerTo("\ud800", "b"),
    answerTo("\udc00", "b"),
    answerTo("\ufffd", "b"),
  ].map(({ sha256 }) => sha256);
  expect(new Set(digests).size).toBe(digests.length);
});

describe("When a number of the answer is another", () => {
  /** Every place of a number, and of a table's entry. */
  function places({ fields: all, types, recognizers }: SanitiseResponse) {
    return [
      ...all.flatMap(({ findings }) => findings.map((_, at) => ({ list: findings, at }))),
      ...types.map((_, at) => ({ list: types, at })),
      ...recognizers.map((_, at) => ({ list: recognizers, at })),
    ] as { list: unknown[]; at: number }[];
  }

  test("then it is refused, or the texts are the same", () => {
    const other = fc.oneof(
      fc.integer({ min: -2, max: 60 }),
      fc.double(),
      fc.constantFrom(null, "1", true, [1], {}, undefined, 2 ** 40, "PERSON", "URL"),
    );
    fc.assert(
      fc.property(fields, fc.nat(), other, (originals, which, value) => {
        const sanitised = sanitiseFields(engine, { fields: originals });
        const answer = sent(sanitised);
        const all = places(answer);
        fc.pre(all.length > 0);
        const { list, at } = all[which % all.length] ?? { list: [], at: 0 };
        list[at] = value;
        let read: readonly string[] | undefined;
        try {
          read = readAnswer(originals, answer).fields.map((field) => field.text);
        } catch {
          return;
        }
        expect(read).toEqual(sanitised.fields.map((field) => field.text));
      }),
      { numRuns: 800 },
    );
  });

  test("or is missing or one too many, then it is refused", () => {
    const originals = [{ name: "a", text: "Anna Weber, a@b.co" }];
    const answer = () => sent(sanitiseFields(engine, { fields: originals }));
    const findings = [...(answer().fields[0]?.findings ?? [])];
    expect(findings.length).toBeGreaterThan(6);
    for (let at = 0; at < findings.length; at += 1)
      for (const change of [findings.toSpliced(at, 1), findings.toSpliced(at, 0, 0)]) {
        const changed = { ...answer(), fields: [{ name: "a", left: [], findings: change }] };
        expect(() => readAnswer(originals, changed)).toThrow("Answer: ");
      }
  });
});
