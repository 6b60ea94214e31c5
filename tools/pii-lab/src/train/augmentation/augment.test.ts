import { describe, expect, test } from "@jest/globals";
import type { Language } from "@veil/contracts/sanitiser";
import fc from "fast-check";
import { SHORT_NAMES } from "../../../test/short-names.ts";
import type { Example } from "../corpora/example.ts";
import { linesOf } from "../text-lists.ts";
import { augment, createMakers } from "./augment.ts";
import { createSlots } from "./slots.ts";
import { substituteNames } from "./substitute.ts";
import { fillTemplate, joinExamples, parseTrainingTemplate } from "./templates.ts";

const SOURCES = { names: SHORT_NAMES, towns: ["Ulm", "Bad Ems"], sentences: [] };
const LANGUAGES: readonly Language[] = ["en", "de"];

function expectSound({ text, spans, masked = [] }: Example): void {
  let end = 0;
  for (const span of spans) {
    expect(span.start).toBeGreaterThanOrEqual(end);
    expect(span.end).toBeGreaterThan(span.start);
    end = span.end;
  }
  expect(end).toBeLessThanOrEqual(text.length);
  for (const [from, to] of masked)
    expect(spans.some((span) => span.start === from && span.end === to)).toBe(true);
}

describe("templates", () => {
  test.each(LANGUAGES)(
    "Every template of the language %s can be parsed, and its texts have ordered spans that do not overlap",
    (language) => {
      const makers = createMakers(language, 1, SOURCES);
      const slots = createSlots(makers);
      const lines = linesOf(`templates.${language}.txt`);
      expect(lines.length).toBeGreaterThan(300);
      for (const line of lines) {
        const parts = parseTrainingTemplate(line, slots);
        for (const letterCase of ["kept", "lower", "upper"] as const)
          expectSound(fillTemplate(parts, letterCase, makers.random));
      }
    },
  );

  test("When a template names an unknown slot, then it is refused", () => {
    const slots = createSlots(createMakers("en", 1, SOURCES));
    expect(() => parseTrainingTemplate("Hello {y}", slots)).toThrow("unknown slot {y}");
  });

  test("When a slot is filled, then its span covers the value", () => {
    const makers = createMakers("en", 5, SOURCES);
    const parts = parseTrainingTemplate("I met {P} in {C}\\nyesterday.", createSlots(makers));
    const { text, spans } = fillTemplate(parts, "kept", makers.random);
    const [person, town] = spans;
    expect(text).toBe(
      `I met ${text.slice(person?.start, person?.end)} in ${text.slice(town?.start, town?.end)}\nyesterday.`,
    );
    expect(spans.map(({ type }) => type)).toEqual(["PERSON", "LOCATION"]);
  });

  test("When two texts are joined, then the spans and masks of the second text are shifted", () => {
    const first: Example = { text: "ab", spans: [{ start: 0, end: 1, type: "PERSON" }] };
    const joined = joinExamples(first, "\n", { ...first, masked: [[0, 1]] });
    expect(joined.text).toBe("ab\nab");
    expect(joined.spans.map(({ start }) => start)).toEqual([0, 3]);
    expect(joined.masked).toEqual([[3, 4]]);
  });
});

/** Generates texts that consist of names and other words, with spans. */
const examples = fc
  .array(
    fc.record({
      text: fc.constantFrom(
        "Anna Krug",
        "PAUL",
        "ida",
        "Moser",
        "Celle",
        "and",
        "ging",
        "Graf",
        "@jo",
      ),
      type: fc.constantFrom("PERSON", "LOCATION", "ORGANIZATION", "DATE_TIME", undefined),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces): Example => {
    const spans: { start: number; end: number; type: string }[] = [];
    let text = "";
    for (const { text: piece, type } of pieces) {
      if (text !== "") text += " ";
      if (type !== undefined)
        spans.push({ start: text.length, end: text.length + piece.length, type });
      text += piece;
    }
    return { text, spans };
  });

describe("substituteNames", () => {
  test("When names are replaced, then spans stay valid and the text between them changes at most its case", () => {
    fc.assert(
      fc.property(examples, fc.integer({ min: 0, max: 1000 }), (example, seed) => {
        const makers = createMakers("de", seed, SOURCES);
        const known = example.spans.filter(({ type }) => type !== "DATE_TIME");
        const made = substituteNames({ ...example, spans: known }, { ...makers, language: "de" });
        expectSound(made);
        expect(made.spans.map(({ type }) => type)).toEqual(known.map(({ type }) => type));
        expect(between(made).toLowerCase()).toBe(
          between({ ...example, spans: known }).toLowerCase(),
        );
      }),
    );
  });

  test("When a name that occurs twice in a text is replaced, then both occurrences become the same name", () => {
    const text = "Zita Maur kam. Zita Maur ging.";
    const spans = [
      { start: 0, end: 9, type: "PERSON" },
      { start: 15, end: 24, type: "PERSON" },
    ];
    for (let seed = 0; seed < 40; seed += 1) {
      const makers = createMakers("de", seed, SOURCES);
      const made = substituteNames({ text, spans }, { ...makers, language: "de" });
      const names = made.spans.map(({ start, end }) => made.text.slice(start, end).toLowerCase());
      const changed = names.filter((name) => name !== "zita maur");
      expect(new Set(changed).size).toBeLessThanOrEqual(1);
    }
  });
});

/** Returns the text with `|` instead of each span. */
function between({ text, spans }: Example): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of spans) {
    rest += `${text.slice(at, start)}|`;
    at = end;
  }
  return rest + text.slice(at);
}

describe("augment", () => {
  test("When the seed is the same, then augment returns the same texts", () => {
    const plan = { language: "de", seed: 4, texts: 50, copies: 2 } as const;
    const sentences = [{ text: "Zita kam.", spans: [{ start: 0, end: 4, type: "PERSON" }] }];
    const run = () => [...augment(plan, { ...SOURCES, sentences })];
    expect(run()).toEqual(run());
    expect(run()).toHaveLength(52);
  });
});
