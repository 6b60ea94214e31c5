/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { findHardIdentifiers } from "../checks/hard-identifiers.ts";
import { createEngine } from "../engine.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import type { Sanitised } from "./redaction.ts";
import { placeholderEntries, relinkUnchecked } from "./relink.ts";
import { sanitiseFields } from "./sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });
const sanitise = (...texts: string[]) =>
  sanitiseFields(engine, { fields: texts.map((text, index) => ({ name: `f${index}`, text })) });
const outputs = (...texts: string[]) => sanitise(...texts).fields.map(({ text }) => text);

describe("Placeholders", () => {
  test("placeholders are numbered per type in document order, over all fields", () => {
    expect(outputs("a@b.co, Herr Koch, c@d.co", "e@f.co und Frau Richter")).toEqual([
      "[EMAIL_1], Herr [PERSON_1], [EMAIL_2]",
      "[EMAIL_3] und Frau [PERSON_2]",
    ]);
  });

  test("equal values have the same placeholder in all fields", () => {
    expect(outputs("Anna Weber <a@b.co>", "a@b.co: Anna Weber, A@b.co")).toEqual([
      "[PERSON_1] <[EMAIL_1]>",
      "[EMAIL_1]: [PERSON_1], [EMAIL_2]",
    ]);
  });

  test("every repeat of a person is replaced, even without context", () => {
    expect(
      outputs("Name: Xaver Qrst", "Gestern kam Xaver Qrst. Frau Przybilski?", "Przybilski schwieg"),
    ).toEqual([
      "Name: [PERSON_1]",
      "Gestern kam [PERSON_1]. Frau [PERSON_2]?",
      "[PERSON_2] schwieg",
    ]);
  });

  test("all names of one person share a placeholder, and names of other persons do not", () => {
    expect(
      outputs(
        "Name: Hans Meyer\nName: Anna Weber",
        "Herr Meyer und Hans Maier, Frau Weber",
        "Name: Peter Maier",
      ),
    ).toEqual([
      "Name: [PERSON_1]\nName: [PERSON_2]",
      "Herr [PERSON_1] und [PERSON_1], Frau [PERSON_2]",
      "Name: [PERSON_3]",
    ]);
  });

  test("a surname that two persons have gets its own placeholder", () => {
    expect(outputs("Name: Hans Meyer\nName: Peter Meyer\nHerr Meyer")).toEqual([
      "Name: [PERSON_1]\nName: [PERSON_2]\nHerr [PERSON_3]",
    ]);
  });

  test("parts of a full name are replaced if they are unambiguous names", () => {
    expect(outputs("Name: Sabine Schmidt", "Sabine und die Schmidt")).toEqual([
      "Name: [PERSON_1]",
      "[PERSON_1] und die [PERSON_1]",
    ]);
  });

  test("an everyday word is not replaced because a person has that name", () => {
    expect(outputs("Herr Koch", "Der Koch kocht")).toEqual(["Herr [PERSON_1]", "Der Koch kocht"]);
  });
});

test("When a replacement moves a number next to a context word, then the number is found", () => {
  const value = `${"long.".repeat(12)}name@corp.example`;
  expect(outputs(`call ${value} 4155550132`, "+49 30 1234567PERSON_1")).toEqual([
    "call [EMAIL_1] [PHONE_1]",
    "[PHONE_2][LITERAL_1]",
  ]);
});

describe("Text that looks like a placeholder", () => {
  test.each([
    "[PERSON_1]",
    "[person 1]",
    "\\[PERSON\\_1\\]",
    "［PERSON_1］",
    "%5BPERSON_1%5D",
    "PERSON_1",
    "[LITERAL_1]",
    "LITERAL_1",
  ])("%j is protected as a literal", (text) => {
    const { fields } = sanitise(`x ${text} y`);
    expect(fields[0]?.text).toBe("x [LITERAL_1] y");
    expect(fields[0]?.redactions[0]).toMatchObject({ type: "LITERAL", confidence: 1 });
  });

  test.each(["[REDACTED:EMAIL]", "person 1", "phone_1 varchar", "[THING_1]", "[1]", "$&"])(
    "%j does not look like a placeholder and stays",
    (text) => {
      expect(outputs(text)).toEqual([text]);
    },
  );
});

describe("The response", () => {
  test("the response lists each field in order, with the place of every replacement", () => {
    const text = "😀 mail a@b.co";
    expect(sanitise(text, "")).toEqual({
      fields: [
        {
          name: "f0",
          text: "😀 mail [EMAIL_1]",
          redactions: [
            {
              start: 8,
              end: 14,
              placeholder: "[EMAIL_1]",
              type: "EMAIL",
              confidence: 0.99,
              recognizer: "email",
            },
          ],
          left: [],
        },
        { name: "f1", text: "", redactions: [], left: [] },
      ],
      layers_active: ["patterns", "names"],
    });
  });
});

const SAMPLES = [
  "Anna Weber",
  "Herr Koch",
  "Name: Hans Meyer",
  "Hans Maier",
  "Herr Meyer",
  "Frau Weber",
  "a@b.co",
  "+49 30 1234567",
  "DE89 3704 0044 0532 0130 00",
  "4111 1111 1111 1111",
  "123-45-6789",
  "10.0.0.1",
  "::1",
  "https://u:p@host.example/x",
  "https://host.example/",
  "//x.example/",
  "DOB: 05/03/1980",
  "[PERSON_1]",
  "PERSON_1",
  "[PERSON 1]",
  "\\[PERSON\\_1\\]",
  "%5BEMAIL_1%5D",
  "[LITERAL_1]",
  "LITERAL_2",
  "person_1",
  "[",
  "]",
  "\\",
  "［",
  "】",
  "%5B",
  "_1",
  "$&",
  "$1",
  "$`",
  "\ud800",
  "\udc00",
  "\u200d",
  "é",
  "e\u0301",
  "\u202e",
  "😀",
  " ",
  "\n",
  "\t",
  "\u00a0",
  ",",
  '<a href="',
  '">',
  "</a>",
  "](",
  ")",
  "mailto:",
  "&#x2f;",
  "x",
  "EMAIL",
  "PERSON",
  "1",
  "'",
];
const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...SAMPLES) },
      fc.string({ unit: anyCharacter, maxLength: 4 }),
    ),
    {
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(""));
const texts = fc.array(text, { minLength: 1, maxLength: 3 });

test("When two spellings of a name have equal context, then each is restored as written", () => {
  const originals = ["Name: Hans Meyeré", "Name: Hans Meyer"];
  const { fields } = sanitise(...originals);
  const texts = fields.map(({ text }) => text);
  expect(relinkUnchecked(entriesOf(originals, fields), texts)).toEqual(originals);
});

describe("For every text", () => {
  test("restoring the values returns exactly the original", () => {
    fc.assert(
      fc.property(texts, (originals) => {
        const { fields } = sanitise(...originals);
        const entries = entriesOf(originals, fields);
        const texts = fields.map(({ text }) => text);
        expect(relinkUnchecked(entries, texts)).toEqual(originals);
      }),
      { numRuns: 3000 },
    );
  });

  test("restoring the values returns the original even for arbitrary code units", () => {
    const units = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
      .map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(units, (original) => {
        const { fields } = sanitise(original);
        const entries = entriesOf([original], fields);
        expect(relinkUnchecked(entries, [fields[0]?.text ?? ""])).toEqual([original]);
      }),
      { numRuns: 1000 },
    );
  });

  test("replacements are disjoint, in order and deterministic", () => {
    fc.assert(
      fc.property(texts, (originals) => {
        const response = sanitise(...originals);
        for (const { redactions } of response.fields)
          for (const [index, { start, end }] of redactions.entries()) {
            expect(start).toBeGreaterThanOrEqual(redactions[index - 1]?.end ?? 0);
            expect(end).toBeGreaterThan(start);
          }
        expect(sanitise(...originals)).toEqual(response);
      }),
    );
  });

  test("one value has one placeholder, and one placeholder stands for one value or one person", () => {
    fc.assert(
      fc.property(texts, (originals) => {
        const { fields } = sanitise(...originals);
        const placeholderOf = new Map<string, string>();
        for (const [index, { redactions }] of fields.entries())
          for (const { start, end, placeholder } of redactions) {
            const value = originals[index]?.slice(start, end) ?? "";
            expect(placeholderOf.get(value) ?? placeholder).toBe(placeholder);
            placeholderOf.set(value, placeholder);
          }
        expect(() => entriesOf(originals, fields)).not.toThrow();
      }),
    );
  });

  test("no hard identifier is left, even if words were glued to it", () => {
    fc.assert(
      fc.property(texts, (originals) => {
        const left = outputs(...originals).flatMap((output) =>
          findHardIdentifiers(output).map(({ start, end }) => output.slice(start, end)),
        );
        expect(left).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

function entriesOf(originals: readonly string[], fields: Sanitised["fields"]) {
  return placeholderEntries(
    originals.map((text) => ({ text })),
    fields,
  );
}
