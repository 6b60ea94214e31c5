import { ApiError } from "@veil/contracts/errors";
import type { PromptParts, TextScans } from "../text-scans.ts";

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
      throw new ApiError(
        "prompt_template_pii_detected",
        "The template and the values together make personal data",
        {
          hint: `Found: ${scan.types.join(", ")}, first ${where(scan.near)}. Put all of it into one value of the context`,
        },
      );
    case "lookalike":
      throw new ApiError(
        "invalid_field",
        "The template and the values together make text that reads as a placeholder",
        { hint: `First ${where(scan.near)}. Put text such as [PERSON_1] whole into one value` },
      );
  }
}

function where(names: readonly string[]): string {
  if (names.length === 0) return "in the template's own text";
  return `where ${names.map((name) => `{${name}}`).join(", ")} and its neighbours stand`;
}
