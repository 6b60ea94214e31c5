import { ApiError } from "@veil/contracts/errors";
import type { PromptInput, PromptScan, TextScans } from "../scanning/text-scans.ts";

/**
 * The last check before admission, on the prompt as the provider would get it. Errors contain no
 * value.
 * @throws ApiError when the prompt is too long, or holds personal data or a placeholder that the
 * sanitiser did not issue
 */
export async function requireCleanPrompt(scans: TextScans, parts: PromptInput): Promise<void> {
  const scan = await scans.prompt(parts);
  switch (scan.kind) {
    case "clean":
      return;
    case "too_long":
      throw new ApiError("request_too_large", "The rendered prompt is too long", {
        hint: `At most ${parts.maxChars} characters. A value counts each time the template uses it`,
      });
    case "value_not_clean":
      throw new ApiError(
        "sanitizer_unavailable",
        "The context could not be sanitised; nothing was forwarded",
        {
          cause: new Error("The sanitised text still contains personal data"),
          retryAfterSeconds: 5,
        },
      );
    case "identifier":
      throw identifierTogether(scan, "template" in parts);
    case "lookalike":
      throw lookalikeTogether(scan, "template" in parts);
  }
}

type Found<K extends PromptScan["kind"]> = Extract<PromptScan, { kind: K }>;

function identifierTogether({ types, near }: Found<"identifier">, isTemplate: boolean): ApiError {
  const found = `Found: ${types.join(", ")}, first ${where(near, isTemplate)}.`;
  return isTemplate
    ? new ApiError(
        "prompt_template_pii_detected",
        "The template and its values together form personal data",
        { hint: `${found} Put all of it into one value of the context` },
      )
    : new ApiError("invalid_field", "The parts of a message together form personal data", {
        hint: `${found} Put all of it into one part`,
      });
}

function lookalikeTogether({ near }: Found<"lookalike">, isTemplate: boolean): ApiError {
  const parts = isTemplate ? "The template and its values" : "The parts of a message";
  const whole = isTemplate ? "value" : "part";
  return new ApiError(
    "invalid_field",
    `${parts} together form text that looks like a placeholder`,
    {
      hint: `It is ${where(near, isTemplate)}. Put text such as [PERSON_1] completely into one ${whole}`,
    },
  );
}

function where(names: readonly string[], isTemplate: boolean): string {
  if (names.length === 0) return "in the template's own text";
  const places = names.map((name) => (isTemplate ? `{${name}}` : name)).join(", ");
  return `around ${places}`;
}
