import { describe, expect, test } from "@jest/globals";
import { relinkUnchecked } from "./relink.ts";

const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_10]", value: "Peter Koch" },
  { placeholder: "[IBAN_1]", value: "DE89 3704 0044 0532 0130 00" },
  { placeholder: "[LITERAL_1]", value: "[PERSON_2]" },
];

describe("Restoring values", () => {
  test.each([
    ["Dear [PERSON_1],", "Dear Anna Weber,"],
    ["[PERSON_1] and [PERSON_10]", "Anna Weber and Peter Koch"],
    [
      "[person 1] \\[PERSON\\_1\\] ［PERSON_1］ PERSON_1",
      "Anna Weber Anna Weber Anna Weber Anna Weber",
    ],
    ["[[PERSON_1]]", "[Anna Weber]"],
    ["[PERSON_1, PERSON_10]", "[Anna Weber, Peter Koch]"],
    ["| [PERSON_1] | [IBAN_1] |", "| Anna Weber | DE89 3704 0044 0532 0130 00 |"],
    ["https://a.example/%5BPERSON_1%5D", "https://a.example/Anna%20Weber"],
    ["[LITERAL_1] is [PERSON_1]", "[PERSON_2] is Anna Weber"],
    ["person 1, person_1, PERSON 1", "person 1, person_1, PERSON 1"],
    ["[PERSON_2] [PERSON_11] [PHONE_1]", "[PERSON_2] [PERSON_11] [PHONE_1]"],
    ["[REDACTED:EMAIL]", "[REDACTED:EMAIL]"],
  ])("restoring values turns %j into %j", (text, expected) => {
    expect(relinkUnchecked(ENTRIES, [text])).toEqual([expected]);
  });

  test("a restored value is neither read again nor expanded", () => {
    const odd = [
      { placeholder: "[PERSON_1]", value: "$& $1 [PERSON_2]" },
      { placeholder: "[PERSON_2]", value: "no" },
    ];
    expect(relinkUnchecked(odd, ["<[PERSON_1]>"])).toEqual(["<$& $1 [PERSON_2]>"]);
  });

  test("without entries, the text is unchanged", () => {
    expect(relinkUnchecked([], ["[PERSON_1]"])).toEqual(["[PERSON_1]"]);
  });

  test("a percent-encoded placeholder stays if its value has no percent-encoding", () => {
    const odd = [{ placeholder: "[PERSON_1]", value: "\ud800" }];
    expect(relinkUnchecked(odd, ["%5BPERSON_1%5D"])).toEqual(["%5BPERSON_1%5D"]);
  });
});
