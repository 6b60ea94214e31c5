/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { createEngine } from "../engine.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import { sanitiseFields } from "./sanitise-fields.ts";
import {
  readSanitiseResponse,
  type Sanitised,
  writeSanitiseResponse,
} from "./sanitise-response.ts";

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
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: anyCharacter, maxLength: 4 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""));
const fields = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .map((texts) => texts.map((written, index) => ({ name: `f${index}`, text: written })));

/** Returns the response as HTTP delivers it. */
const sent = (sanitised: Sanitised): SanitiseResponse =>
  JSON.parse(JSON.stringify(writeSanitiseResponse(sanitised)));

/** Rounds confidences to hundredths, as the response does. */
function rounded({ fields: all }: Sanitised): Sanitised["fields"] {
  return all.map((field) => ({
    ...field,
    redactions: field.redactions.map((redaction) => ({
      ...redaction,
      confidence: Math.round(redaction.confidence * 100) / 100,
    })),
  }));
}

test("When a response is written and read, then the fields are the same, including lone surrogates", () => {
  fc.assert(
    fc.property(fields, (originals) => {
      const sanitised = sanitiseFields(engine, { fields: originals });
      expect(readSanitiseResponse(originals, sent(sanitised)).fields).toEqual(rounded(sanitised));
    }),
    { numRuns: 300 },
  );
});

test("The response contains no text and no value, each table entry once, and six numbers per replacement", () => {
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

test("Different texts have different digests, even if the concatenated texts are equal", () => {
  const responseTo = (...texts: string[]) =>
    sent(
      sanitiseFields(engine, {
        fields: texts.map((written, index) => ({ name: `f${index}`, text: written })),
      }),
    );
  const digests = [
    responseTo("ab", "c"),
    responseTo("a", "bc"),
    responseTo("abc", ""),
    responseTo("1:a", "b"),
    responseTo("\ud800", "b"),
    responseTo("\udc00", "b"),
    responseTo("\ufffd", "b"),
  ].map(({ sha256 }) => sha256);
  expect(new Set(digests).size).toBe(digests.length);
});

describe("A response that was changed", () => {
  /** Returns the place of every number and of every table entry. */
  function places({ fields: all, types, recognizers }: SanitiseResponse) {
    return [
      ...all.flatMap(({ findings }) => findings.map((_, at) => ({ list: findings, at }))),
      ...types.map((_, at) => ({ list: types, at })),
      ...recognizers.map((_, at) => ({ list: recognizers, at })),
    ] as { list: unknown[]; at: number }[];
  }

  test("a response with a changed number or table entry is rejected, or its texts stay the same", () => {
    const other = fc.oneof(
      fc.integer({ min: -2, max: 60 }),
      fc.double(),
      fc.constantFrom(null, "1", true, [1], {}, undefined, 2 ** 40, "PERSON", "URL"),
    );
    fc.assert(
      fc.property(fields, fc.nat(), other, (originals, which, value) => {
        const sanitised = sanitiseFields(engine, { fields: originals });
        const response = sent(sanitised);
        const all = places(response);
        fc.pre(all.length > 0);
        const { list, at } = all[which % all.length] ?? { list: [], at: 0 };
        list[at] = value;
        let read: readonly string[] | undefined;
        try {
          read = readSanitiseResponse(originals, response).fields.map((field) => field.text);
        } catch {
          return;
        }
        expect(read).toEqual(sanitised.fields.map((field) => field.text));
      }),
      { numRuns: 800 },
    );
  });

  test("a response with a missing or additional number is rejected", () => {
    const originals = [{ name: "a", text: "Anna Weber, a@b.co" }];
    const response = () => sent(sanitiseFields(engine, { fields: originals }));
    const findings = [...(response().fields[0]?.findings ?? [])];
    expect(findings.length).toBeGreaterThan(6);
    for (let at = 0; at < findings.length; at += 1)
      for (const change of [findings.toSpliced(at, 1), findings.toSpliced(at, 0, 0)]) {
        const changed = { ...response(), fields: [{ name: "a", left: [], findings: change }] };
        expect(() => readSanitiseResponse(originals, changed)).toThrow("Sanitiser response: ");
      }
  });
});
