import { ApiError } from "@veil/contracts/errors";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import { findLookalikes } from "@veil/pii/relink";
import type { CheckedTemplate } from "../content/sanitised-content.ts";
import { scanIdentifiers } from "../scanning/scan-prompt.ts";
import type { PromptInput, PromptScan, TextScans } from "../scanning/text-scans.ts";

/**
 * Checks the name of the model. The provider, the job record and the audit log get it unchanged, so
 * it must not contain personal data such as an address or an account number.
 * @param modelsAllowed - if empty, all models are allowed
 * @throws ApiError `invalid_field`
 */
export function requireAllowedModel(
  model: string | undefined,
  modelsAllowed: readonly string[],
): void {
  if (model !== undefined && findHardIdentifiers(model).length > 0)
    throw new ApiError("invalid_field", 'Field "model" contains personal data');
  if (model === undefined || modelsAllowed.length === 0 || modelsAllowed.includes(model)) return;
  throw new ApiError("invalid_field", 'Field "model": this model is not allowed here', {
    hint: `Allowed: ${modelsAllowed.join(", ")}`,
  });
}

/**
 * Checks a prompt template. Only this function and `checkedPreamble` create a CheckedTemplate.
 * @throws ApiError when the template contains personal data or text that looks like a placeholder
 */
export async function checkTemplate(text: string, scans: TextScans) {
  const { identifiers, lookalike, variables, hosts } = await scans.template(text);
  requireNoIdentifiers(identifiers);
  requireNoPlaceholders(lookalike);
  return { template: text as CheckedTemplate, variables: new Set(variables), hosts };
}

/**
 * Checks the operator's text that precedes messages. Returns undefined if it contains personal data
 * or text that looks like a placeholder.
 */
export function checkedPreamble(text: string): CheckedTemplate | undefined {
  const isClean = scanIdentifiers(text).length === 0 && findLookalikes(text).length === 0;
  return isClean ? (text as CheckedTemplate) : undefined;
}

function requireNoIdentifiers(types: readonly string[]): void {
  if (types.length === 0) return;
  throw new ApiError("prompt_template_pii_detected", "The template contains personal data", {
    hint: `Found: ${types.join(", ")}. Move personal data into the context and refer to it as {name}`,
  });
}

/**
 * Refuses placeholders in a template. A template is not sanitised, so its `[PERSON_1]` would be
 * restored as the first person of the context.
 */
function requireNoPlaceholders(lookalike: boolean): void {
  if (!lookalike) return;
  throw new ApiError("invalid_field", "The template contains text that looks like a placeholder", {
    hint: "Move text such as [PERSON_1] into the context, where it is protected",
  });
}

/**
 * Checks the prompt as the provider would get it; this is the last check before admission. Errors
 * contain no values.
 * @param fieldOf - returns the field of the request with the message that has a text of this name
 * @throws ApiError when the prompt is too long, or contains personal data or a placeholder that the
 * sanitiser did not issue
 */
export async function requireCleanPrompt(
  scans: TextScans,
  parts: PromptInput,
  fieldOf: FieldOf = () => undefined,
): Promise<void> {
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
      throw identifierTogether(scan, "template" in parts, fieldOf);
    case "lookalike":
      throw lookalikeTogether(scan, "template" in parts, fieldOf);
  }
}

type FieldOf = (name: string) => string | undefined;
type Found<K extends PromptScan["kind"]> = Extract<PromptScan, { kind: K }>;

function identifierTogether(
  { types, near }: Found<"identifier">,
  isTemplate: boolean,
  fieldOf: FieldOf,
): ApiError {
  const found = `Found: ${types.join(", ")}, first ${where(near, isTemplate)}.`;
  return isTemplate
    ? new ApiError(
        "prompt_template_pii_detected",
        "The template and its values together form personal data",
        { hint: `${found} Put all of it into one value of the context` },
      )
    : new ApiError("invalid_field", `${partsIn(near, fieldOf)} together form personal data`, {
        hint: `${found} Put all of it into one part`,
      });
}

function partsIn([name = ""]: readonly string[], fieldOf: FieldOf): string {
  const field = fieldOf(name);
  return field === undefined ? "The parts of a message" : `Field "${field}": the parts`;
}

function lookalikeTogether(
  { near }: Found<"lookalike">,
  isTemplate: boolean,
  fieldOf: FieldOf,
): ApiError {
  const parts = isTemplate ? "The template and its values" : partsIn(near, fieldOf);
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
