import { expect, test } from "@jest/globals";
import type { ApiError } from "@veil/contracts/errors";
import { createInlineTextScans } from "../scanning/inline-text-scans.ts";
import { requireCleanPrompt } from "./checked-prompt.ts";

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
    "makes an address of two values",
    "{a}@{b}",
    { a: "anna", b: "acme.de" },
    "prompt_template_pii_detected",
    "{a}, {b}",
  ],
  ["makes a placeholder of text and value", "[PERSON_{n}]", { n: "1" }, "invalid_field", "{n}"],
  ["is too long", "{a}{a}", { a: "anna ".repeat(7) }, "request_too_large", "60"],
])(
  "When the template %s, then 400, and the hint helps without a value",
  async (_case, template, values, code, help) => {
    const refusal = await refusalOf(template, values);
    expect(refusal).toMatchObject({ code, options: { hint: expect.stringContaining(help) } });
    expect(`${refusal?.message} ${refusal?.options.hint}`).not.toMatch(/anna|acme/);
  },
);

test("When a value itself holds an address, then the prompt is refused with 503, since the sanitiser failed", async () => {
  const refusal = await refusalOf("{a}", { a: "anna@acme.de" });
  expect(refusal).toMatchObject({
    code: "sanitizer_unavailable",
    options: { retryAfterSeconds: 5 },
  });
});
