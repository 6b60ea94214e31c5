import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { jsonLeaves, jsonRewritten } from "./json-leaves.ts";
import { relinkAnswer } from "./relink-answer.ts";

test("A string with millions of escapes is one leaf", () => {
  const text = `["${'\\"'.repeat(6_000_000)}"]`;
  expect(jsonLeaves(text)).toEqual([{ start: 2, end: text.length - 2 }]);
});

test("When a value is restored in an answer that is JSON, then everything else stays as written", () => {
  const json = (owner: string) =>
    `{ "id": 2512292042121000001, "10":"\\u0041\\/", "2":[1.10,-0,1e400], "2":1, "to":${owner} }\n`;
  const entries = [{ placeholder: "[PERSON_1]", value: 'Ann "A" Weber' }];
  const request = { form: "json", entries, hosts: [] } as const;
  expect(relinkAnswer({ ...request, blocks: [json('"[PERSON_1]\\u002c"')] })).toEqual({
    ...{ blocks: [json('"Ann \\"A\\" Weber\\u002c"')], restored: 1, left: 0 },
  });
  expect(relinkAnswer({ ...request, blocks: [json('"[PERSON_2]\\u002c"')] }).blocks).toEqual([
    json('"[PERSON_2]\\u002c"'),
  ]);
});

test("When a part of a JSON string is replaced, then the string has the new text, and the rest keeps its notation", () => {
  const unit = fc.constantFrom(
    "a",
    "\\u0041",
    "\\/",
    "\\n",
    '\\"',
    "\\ud83d",
    "\\ude00",
    "😀",
    "\\\\",
    "é",
  );
  const some = fc.array(unit, { maxLength: 6 }).map((units) => units.join(""));
  const value = fc.constantFrom("", 'Ann "A"', "\n", "a", "\ud83d", "/");
  const read = (written: string) => JSON.parse(`"${written}"`) as string;
  fc.assert(
    fc.property(some, some, some, value, (before, middle, after, replacement) => {
      const changed = read(before) + replacement + read(after);
      const rewritten = jsonRewritten(
        before + middle + after,
        read(before + middle + after),
        changed,
      );
      expect(read(rewritten)).toBe(changed);
    }),
    { numRuns: 1_000 },
  );
  const written = '\\u0041\\/[X]\\u00e9"'.slice(0, -1);
  expect(jsonRewritten(written, "A/[X]é", 'A/"é')).toBe('\\u0041\\/\\"\\u00e9');
});
