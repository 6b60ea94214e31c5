import { describe, expect, test } from "@jest/globals";
import { countWords } from "./judge-prompts.ts";
import { parsePrompt, readPrompts } from "./read-prompts.ts";

const OF_A_LANGUAGE = 100;
const OF_A_TOPIC = 10;
const WORDS = { least: 20, most: 250 };

const prompts = await readPrompts();
const countBy = (key: (prompt: (typeof prompts)[number]) => string | undefined) =>
  prompts.reduce(
    (counts, prompt) => counts.set(key(prompt), (counts.get(key(prompt)) ?? 0) + 1),
    new Map<string | undefined, number>(),
  );

describe("The ordinary prompts", () => {
  test("there are 100 ordinary prompts in each language and 10 for each topic", () => {
    expect(Object.fromEntries(countBy(({ language }) => language))).toEqual({
      en: OF_A_LANGUAGE,
      de: OF_A_LANGUAGE,
    });
    expect(new Set(countBy(({ topic }) => topic).values())).toEqual(new Set([OF_A_TOPIC]));
  });

  test("all ordinary prompts have different ids and different texts", () => {
    expect(new Set(prompts.map(({ id }) => id)).size).toBe(prompts.length);
    expect(new Set(prompts.map(({ text }) => text)).size).toBe(prompts.length);
  });

  test("every ordinary prompt has between 20 and 250 words", () => {
    const lengths = prompts.map(({ text }) => countWords(text));
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(WORDS.least);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(WORDS.most);
  });

  test("the marked names of each ordinary prompt are in order and do not overlap", () => {
    for (const { names } of prompts)
      for (const [at, { start }] of names.entries())
        expect(start).toBeGreaterThanOrEqual(names[at - 1]?.end ?? 0);
    expect(prompts.flatMap(({ names }) => names).length).toBeGreaterThan(0);
  });
});

const line = (change: object = {}) =>
  JSON.stringify({
    id: "a",
    language: "de",
    topic: "history",
    text: "😀 Wer war Goethe?",
    spans: [],
    names: [{ start: 11, end: 17, value: "Goethe" }],
    ...change,
  });

test("When a prompt is parsed, then its names have UTF-16 offsets", () => {
  expect(parsePrompt(line()).names).toEqual([{ start: 11, end: 17 }]);
});

test.each([
  [{ names: [{ start: 10, end: 16, value: "Goethe" }] }, 'is not "value"'],
  [{ spans: [{ start: 11, end: 17, type: "PERSON", value: "Goethe" }] }, "spans of personal data"],
])("When a prompt's line has %j, then it is refused with: %s", (change, fault) => {
  expect(() => parsePrompt(line(change))).toThrow(fault);
});
