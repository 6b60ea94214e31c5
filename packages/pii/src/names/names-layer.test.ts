import { expect, test } from "@jest/globals";
import { anyCharacter } from "@veil/testing/text";
import fc from "fast-check";
import { tinyModel } from "../../test/tiny-model.ts";
import { createEngine } from "../engine.ts";
import type { Finding, Language } from "../finding.ts";
import { createDocument } from "../text/document.ts";
import { createNamesLayer } from "./names-layer.ts";
import { MAX_PIECE } from "./pieces.ts";

const models = { en: tinyModel("en"), de: tinyModel("de") };
const layer = createNamesLayer(models);

function found(text: string, before: readonly Finding[] = [], language: Language = "de"): string[] {
  return layer
    .find(createDocument(text, language), before)
    .map(({ start, end, type }) => `${type} ${text.slice(start, end)}`);
}

test.each([
  ["wir sahen Anna Koch in Berlin", ["PERSON Anna Koch", "LOCATION Berlin"]],
  ["Anna, Jonas", ["PERSON Anna", "PERSON Jonas"]],
  ["Müllers Haus", ["PERSON Müllers"]],
  ["Dr.Koch", ["PERSON Koch"]],
  ["nichts davon", []],
  ["", []],
])("The names layer finds the persons and places in %j", (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test("When another layer has claimed a span, then no name is found in it, unless the span is a person", () => {
  const text = "Anna Koch, Berlin";
  const at = (type: Finding["type"]): Finding => ({
    start: 0,
    end: 9,
    type,
    confidence: 0.9,
    recognizer: "other",
  });
  expect(found(text, [at("STREET_ADDRESS")])).toEqual(["LOCATION Berlin"]);
  expect(found(text, [at("PERSON")])).toEqual(["PERSON Anna Koch", "LOCATION Berlin"]);
});

test("Findings carry the model's probability and language", () => {
  const [finding] = layer.find(createDocument("saw Anna", "en"), []);
  expect(finding).toMatchObject({ start: 4, end: 8, recognizer: "names-en" });
  expect(finding?.confidence).toBeGreaterThan(0.9);
  expect(finding?.confidence).toBeLessThanOrEqual(1);
});

test("When a text is longer than one piece, then every name is found in its place", () => {
  const line = "wir sahen Anna Koch\n";
  const text = line.repeat(Math.ceil((2.5 * MAX_PIECE) / line.length));
  const findings = layer.find(createDocument(text, "de"), []);
  expect(findings).toHaveLength(text.length / line.length);
  for (const { start, end } of findings) expect(text.slice(start, end)).toBe("Anna Koch");
});

test("When the engine has models, then it has the names layer, which uses the model of the text's language", () => {
  const engine = createEngine({ names: models });
  expect(engine.layers).toEqual(["patterns", "names"]);
  const recognizers = (text: string) => engine.find(text).map(({ recognizer }) => recognizer);
  expect(recognizers("das ist die Stadt Berlin und nicht mehr")).toContain("names-de");
  expect(recognizers("this is the town of Berlin and no more")).toContain("names-en");
});

test("When the threshold of places is raised above 1, then no place is found", () => {
  const strict = createNamesLayer(models, { de: { place: 1.1 } });
  expect(strict.find(createDocument("in Berlin", "de"), [])).toEqual([]);
  expect(layer.find(createDocument("in Berlin", "de"), [])).toHaveLength(1);
});

const NAMED = fc.constantFrom("Anna", "Koch", "Dr.", "Müllers", "anna", "\n", "a@b.example", "O'");
const WORDS = fc.array(fc.oneof(NAMED, fc.string({ unit: anyCharacter, maxLength: 6 })));

test("For every text, findings are inside it and deterministic, and those of one language are in order and disjoint", () => {
  fc.assert(
    fc.property(WORDS, fc.constantFrom("en" as const, "de" as const), (words, language) => {
      const text = words.join(" ");
      const doc = createDocument(text, language);
      const findings = layer.find(doc, []);
      const ends: Record<string, number> = {};
      for (const { start, end, recognizer } of findings) {
        expect(start).toBeGreaterThanOrEqual(ends[recognizer] ?? 0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        ends[recognizer] = end;
      }
      expect(layer.find(doc, [])).toEqual(findings);
    }),
  );
});
