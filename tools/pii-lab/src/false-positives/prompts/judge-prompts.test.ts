/** @all reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { figuresOf, isProse, judgePrompts } from "./judge-prompts.ts";
import { listPrompts } from "./list-prompts.ts";
import type { OrdinaryPrompt } from "./read-prompts.ts";

const engine = createEngine({ names: readBundledModels() });
const prompt = (change: Partial<OrdinaryPrompt>): OrdinaryPrompt => ({
  id: "a",
  language: "en",
  topic: "business",
  text: "Dear Ms Winterbottom, | 12 | thank you",
  names: [],
  ...change,
});
const judge = (...prompts: readonly OrdinaryPrompt[]) => judgePrompts(engine, prompts);

describe("A PERSON that the default policy replaces in a prompt", () => {
  test("When no name is marked in the prompt, then a replaced PERSON counts as not a name", () => {
    expect(figuresOf(judge(prompt({})))).toEqual({
      prompts: 1,
      words: 5,
      replacements: 1,
      names: 0,
      wrongNames: 1,
      perThousandWords: 200,
      namesPerThousandWords: 0,
    });
  });

  test("When a replaced PERSON overlaps a marked name, then it counts as a name, separately from other replacements", () => {
    const judged = judge(prompt({ names: [{ start: 8, end: 20 }] }));
    expect(figuresOf(judged)).toMatchObject({
      ...{ replacements: 1, names: 1, wrongNames: 0 },
      ...{ perThousandWords: 0, namesPerThousandWords: 200 },
    });
  });

  test("When a name is marked elsewhere in the prompt, then a replaced PERSON counts as not a name", () => {
    const judged = judge(prompt({ names: [{ start: 29, end: 34 }] }));
    expect(figuresOf(judged)).toMatchObject({ names: 0, wrongNames: 1 });
  });
});

test("When the topic of a prompt is code or ops, then the prompt is not prose", () => {
  const judged = judge(prompt({ topic: "code" }), prompt({ topic: "ops" }), prompt({}));
  expect(judged.map(isProse)).toEqual([false, false, true]);
});

test("When prompts are listed, then each prompt with a replacement has its id, and the type and context of the replacement", () => {
  const lines = listPrompts(judge(prompt({}), prompt({ id: "b", text: "Thank you" })));
  expect(lines).toContain("a (business)");
  expect(lines.filter((line) => line.includes("Winterbottom"))).toEqual([
    expect.stringMatching(/^ {2}PERSON \(not a name\) \d\.\d\d: .*⟦.*Winterbottom⟧/),
  ]);
  expect(lines.join("\n")).not.toContain("b (business)");
  expect(lines.at(-1)).toBe(
    "all: 2 prompts, 7 words; PERSON: 1 not a name; 0 names, 0.00 per 1000 words; 1 others, 142.86 per 1000 words",
  );
});
