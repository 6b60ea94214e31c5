import { expect, test } from "@jest/globals";
import { jsonLeaves } from "./json-leaves.ts";
import { relinkAnswer } from "./relink-answer.ts";

test("A string of millions of escapes is one leaf", () => {
  const text = `["${'\\"'.repeat(6_000_000)}"]`;
  expect(jsonLeaves(text)).toEqual([{ start: 2, end: text.length - 2 }]);
});

test("Where a value is restored in an answer that is JSON, then all else stays as it was written", () => {
  const json = (owner: string) =>
    `{ "id": 2512292042121000001, "10":"\\u0041\\/", "2":[1.10,-0,1e400], "2":1, "to":${owner} }\n`;
  const entries = [{ placeholder: "[PERSON_1]", value: 'Ann "A" Weber' }];
  const request = { form: "json", entries, hosts: [] } as const;
  expect(relinkAnswer({ ...request, blocks: [json('"[PERSON_1]\\u002c"')] })).toEqual({
    ...{ blocks: [json('"Ann \\"A\\" Weber,"')], restored: 1, left: 0 },
  });
  expect(relinkAnswer({ ...request, blocks: [json('"[PERSON_2]\\u002c"')] }).blocks).toEqual([
    json('"[PERSON_2]\\u002c"'),
  ]);
});
