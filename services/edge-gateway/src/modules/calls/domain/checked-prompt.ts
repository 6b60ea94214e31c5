import { ApiError } from "@veil/contracts/errors";
import type { PromptParts, PromptScan, TextScans } from "../text-scans.ts";

/**
 * The last look before anything is admitted, at what the provider would get. No value is repeated.
 *
 * @throws ApiError when the prompt is too long, or holds personal data or a placeholder that nobody issued.
 */
export async function requireCleanPrompt(scans: TextScans, parts: PromptParts): Promise<void> {
  const scan = await scans.prompt(parts);
  switch (scan.kind) {
    case "clean":
      return;
    case "too_long":
      throw new ApiError("request_too_large", "The rendered prompt is too long", {
        hint: `At most ${parts.maxChars} characters. A value counts as often as the template uses it`,
      });
    case "value_not_clean":
      throw new ApiError(
        "sanitizer_unavailable",
        "The context could not be sanitised; nothing was forwarded",
        { cause: new Error("Sanitised text: not clean"), retryAfterSeconds: 5 },
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
        "The template and the values together make personal data",
        { hint: `${found} Put all of it into one value of the context` },
      )
    : new ApiError("invalid_field", "The parts of a message together make personal data", {
        hint: `${found} Put all of it into one part`,
      });
}

function lookalikeTogether({ near }: Found<"lookalike">, isTemplate: boolean): ApiError {
  const parts = isTemplate ? "The template and the values" : "The parts of a message";
  const whole = isTemplate ? "value" : "part";
  return new ApiError("invalid_field", `${parts} together make text that reads as a placeholder`, {
    hint: `First ${where(near, isTemplate)}. Put text such as [PERSON_1] whole into one ${whole}`,
  });
}

function where(names: readonly string[], isTemplate: boolean): string {
  if (names.length === 0) return "in the template's own text";
  const places = names.map((name) => (isTemplate ? `{${name}}` : name)).join(", ");
  return `where ${places} and its neighbours stand`;
}
