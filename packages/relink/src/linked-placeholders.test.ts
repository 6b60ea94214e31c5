import { expect, test } from "@jest/globals";
import { linkedPlaceholders } from "./relink-answer.ts";

test.each([
  ["text", "[PERSON_1], **[IBAN_7]**, <[EMAIL_1]> and `[SECRET_1]`", 0],
  [
    "text",
    "[PERSON_1] ![x](/[IBAN_1]) https://a.example/[IBAN_2] [LITERAL_1] ![[LITERAL_1]](/x)",
    2,
  ],
  ["json", '{"[IBAN_1]": "[PERSON_1]", "u": ["https://a.example/[IBAN_2]"]}', 1],
  ["text", '{"[IBAN_1]": "[PERSON_1]", "u": ["https://a.example/[IBAN_2]"]}', 2],
] as const)("Counts the linked placeholders for any values, in %s %j: %d", (form, text, linked) => {
  expect(linkedPlaceholders({ form, blocks: [text] })).toBe(linked);
});
