/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { createEngine } from "./engine.ts";
import { readBundledModels } from "./names/model/bundled-models.ts";
import { placeholderEntries, relinkUnchecked } from "./replace/relink.ts";
import { sanitiseFields } from "./replace/sanitise-fields.ts";

const PIECES = [
  "Anna Weber",
  "anna@example.com",
  "a\u200bnna&#64;example.com",
  "+49 30 1234567",
  "DE89 3704 0044-\n0532 0130 00",
  "ａｎｎａ＠ｅｘ．ｃｏｍ",
  "Dear Mr. Smith,\n",
  "Sehr geehrte Frau Mu\u0308ller,\n",
  "Müllers Büro in Bonn",
  "He met John Miller of Siemens AG in London. ",
  "Hauptstraße 5, 10115 Berlin",
  btoa("anna@example.com, Bonn"),
  "[PERSON_1]",
  "[EMAIL_1",
  "%41%40",
  "&amp;",
  "\\u00fc",
  "\\n",
  '\\"',
  "\n> ",
  "\n# ",
  "\ud83d",
  "\u0301",
  "SSN 123-45-6789",
  " ",
  "\n",
  "1",
  "a",
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: anyCharacter, maxLength: 6 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""));
const language = fc.constantFrom("en" as const, "de" as const);
/** A paragraph that has no findings and gives its neighbors no context. */
const BETWEEN = "\n\nNothing is said in this paragraph, and no person is meant by it.\n\n";

const ENGINES = [
  ["patterns", createEngine()],
  ["patterns and names", createEngine({ names: readBundledModels() })],
] as const;

describe.each(ENGINES)("For every text, with %s", (_layers, engine) => {
  test("findings are disjoint, in order, inside the text, and deterministic", () => {
    fc.assert(
      fc.property(text, (written) => {
        const findings = engine.find(written);
        let free = 0;
        for (const { start, end } of findings) {
          expect(start).toBeGreaterThanOrEqual(free);
          expect(end).toBeGreaterThan(start);
          free = end;
        }
        expect(free).toBeLessThanOrEqual(written.length);
        expect(engine.find(written)).toEqual(findings);
      }),
      { numRuns: 400 },
    );
  });

  test("restoring the values returns exactly the original", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (originals) => {
        const named = originals.map((written, index) => ({ name: `f${index}`, text: written }));
        const { fields } = sanitiseFields(engine, { fields: named });
        const entries = placeholderEntries(named, fields);
        const texts = fields.map((field) => field.text);
        expect(relinkUnchecked(entries, texts)).toEqual(originals);
      }),
      { numRuns: 300 },
    );
  });

  test("when two texts are joined by a paragraph, then every finding that does not touch it is kept", () => {
    fc.assert(
      fc.property(text, text, language, (first, second, spoken) => {
        const findIn = (written: string) => engine.find(written, { language: spoken });
        const offset = first.length + BETWEEN.length;
        const joined = findIn(first + BETWEEN + second);
        const expected = [
          ...findIn(first).filter(({ end }) => end < first.length),
          ...findIn(second)
            .filter(({ start }) => start > 0)
            .map(({ start, end }) => ({ start: start + offset, end: end + offset })),
        ];
        const lost = expected.filter(
          ({ start, end }) => !joined.some((other) => other.start < end && start < other.end),
        );
        expect(lost).toEqual([]);
      }),
      // In this example, the English reading finds a false person that covers an organization of
      // the German reading.
      { numRuns: 400, examples: [["\u1ed8\u{10000}\u{10000}", "", "de"]] },
    );
  });
});

/** Paragraphs whose language is clear, and two whose language is not. */
const PARAGRAPHS = [
  "Ich habe gestern mit Waltraud Pfannenstiel gesprochen. Herr Ochsenknecht war ebenfalls dabei.",
  "Bitte rufen Sie Frau Hannelore Zipfel an, sie wohnt in Bielefeld und ist morgen nicht da.",
  "Der Patient Ömer Yıldız wurde nach der Operation von Dr. Haßelbach entlassen.",
  "On Monday Hollis Prewitt met with Tanisha Brooks in Boise to discuss the case.",
  "Please tell my boss Karen McAllister that I will be late, and that Rupert knows.",
  "Gwendolyn Ashworth said she was at the office with her brother Desmond.",
  "Anna Weber\nPeter Schmidt",
  "Name: Tobias Winkelmann\nOrt: Marburg",
];

test("When the language is detected, then paragraphs in another language hide no name", () => {
  const engine = createEngine({ names: readBundledModels() });
  const paragraph = fc.constantFrom(...PARAGRAPHS);
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 2, maxLength: 8 }), (paragraphs) => {
      const joined = engine.find(paragraphs.join("\n\n"));
      let offset = 0;
      for (const written of paragraphs) {
        for (const { start, end } of engine.find(written)) {
          const isFound = joined.some(
            (other) => other.start <= start + offset && end + offset <= other.end,
          );
          expect([written.slice(start, end), isFound]).toEqual([written.slice(start, end), true]);
        }
        offset += written.length + 2;
      }
    }),
    { numRuns: 300 },
  );
});
