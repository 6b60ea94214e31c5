import { expect, test } from "@jest/globals";
import type { ApiError } from "@veil/contracts/errors";
import { createInlineTextScans } from "../scanning/create-text-scans.ts";
import { requireCleanPrompt } from "./content-checks.ts";

async function refusalOf(template: string, values: Record<string, string>) {
  try {
    await requireCleanPrompt(createInlineTextScans(), {
      template,
      values: Object.entries(values).map(([name, text]) => ({ name, text })),
      issued: { PERSON: 1 },
      findings: 1,
      maxChars: 60,
    });
    return undefined;
  } catch (error) {
    return error as ApiError;
  }
}

test("A prompt with sanitised values passes", async () => {
  expect(await refusalOf("Dear {a}", { a: "[PERSON_1]" })).toBeUndefined();
});

test.each<[string, string, Record<string, string>, string, string]>([
  [
    "forms an address from two values",
    "{a}@{b}",
    { a: "anna", b: "acme.de" },
    "prompt_template_pii_detected",
    "{a}, {b}",
  ],
  [
    "forms a placeholder from its text and a value",
    "[PERSON_{n}]",
    { n: "1" },
    "invalid_field",
    "{n}",
  ],
  [
    "is too long when it is rendered",
    "{a}{a}",
    { a: "anna ".repeat(7) },
    "request_too_large",
    "60",
  ],
])(
  "When the template %s, then it is refused with a hint that contains no value",
  async (_case, template, values, code, help) => {
    const refusal = await refusalOf(template, values);
    expect(refusal).toMatchObject({ code, options: { hint: expect.stringContaining(help) } });
    expect(`${refusal?.message} ${refusal?.options.hint}`).not.toMatch(/anna|acme/);
  },
);

test("When a sanitised value still contains an address, then the prompt is refused with 503, because the sanitiser failed", async () => {
  const refusal = await refusalOf("{a}", { a: "anna@acme.de" });
  expect(refusal).toMatchObject({
    code: "sanitizer_unavailable",
    options: { retryAfterSeconds: 5 },
  });
});
