/** @all reads the models of names */
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
 * The further prompts are full of things with names of persons. They were measured after the rules
 * were written, to show how far those reach.
 */
const MOST_OF_FURTHER = 32;

describe("When the default policy reads ordinary prompts", () => {
  test(`then it replaces at most ${MOST_PER_THOUSAND} values per 1000 words of prose besides names of persons`, () => {
    expect(figuresOf(prompts.filter(isProse)).perThousandWords).toBeLessThan(MOST_PER_THOUSAND);
  });

  test("then every PERSON is a name of a person", () => {
    const wrong = prompts.flatMap(({ replacements }) =>
      replacements.filter((one) => one.isWrongName),
    );
    expect(wrong.map(({ excerpt }) => excerpt)).toEqual([]);
  });

  test(`then it replaces at most ${MOST_OF_FURTHER} such values in the further prompts`, () => {
    expect(figuresOf(further.filter(isProse)).perThousandWords).toBeLessThan(MOST_OF_FURTHER);
  });
});
