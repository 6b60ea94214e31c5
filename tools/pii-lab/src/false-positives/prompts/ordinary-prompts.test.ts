/** @all reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { figuresOf, isProse, judgePrompts } from "./judge-prompts.ts";
import { readPrompts } from "./read-prompts.ts";

const engine = createEngine({ names: readBundledModels() });
const prompts = judgePrompts(engine, await readPrompts());
const further = judgePrompts(engine, await readPrompts("ordinary-prompts-2.jsonl"));

const MOST_PER_THOUSAND = 5;
/**
 * The further prompts contain many things that are named after persons. They were first measured
 * after the rules were written, to show how well the rules generalize.
 */
const MOST_OF_FURTHER = 32;

describe("Ordinary prompts under the default policy", () => {
  test(`fewer than ${MOST_PER_THOUSAND} values, not counting names, are replaced per 1000 words of ordinary prompts in prose`, () => {
    expect(figuresOf(prompts.filter(isProse)).perThousandWords).toBeLessThan(MOST_PER_THOUSAND);
  });

  test("every PERSON that is replaced in an ordinary prompt is a name of a person", () => {
    const wrong = prompts.flatMap(({ replacements }) =>
      replacements.filter((one) => one.isWrongName),
    );
    expect(wrong.map(({ excerpt }) => excerpt)).toEqual([]);
  });

  test(`fewer than ${MOST_OF_FURTHER} values, not counting names, are replaced per 1000 words of the further prompts in prose`, () => {
    expect(figuresOf(further.filter(isProse)).perThousandWords).toBeLessThan(MOST_OF_FURTHER);
  });
});
