import { ApiError } from "@veil/contracts/errors";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import { findLookalikes } from "@veil/pii/relink";
import { parseTemplate, type Template, templateVariables } from "@veil/template";
import type { CheckedTemplate } from "./minted.ts";

export type { CheckedTemplate } from "./minted.ts";

/** The only place that mints a CheckedTemplate. @throws ApiError when the template holds personal data. */
export function checkTemplate(text: string): {
  readonly template: CheckedTemplate;
  readonly variables: ReadonlySet<string>;
} {
  const parsed = parseTemplate(text);
  requireNoIdentifiers(text);
  requireNoPlaceholders(parsed);
  return { template: text as CheckedTemplate, variables: new Set(templateVariables(parsed)) };
}

function requireNoIdentifiers(text: string): void {
  const found = findHardIdentifiers(text);
  if (found.length === 0) return;
  const types = [...new Set(found.map(({ type }) => type))].join(", ");
  throw new ApiError("prompt_template_pii_detected", "The template contains personal data", {
    hint: `Found: ${types}. Move personal data into the context and refer to it as {name}`,
  });
}

/** The template is not sanitised: `[PERSON_1]` in it would come back as the first person of the context. */
function requireNoPlaceholders(template: Template): void {
  for (const part of template)
    if (part.kind === "text" && findLookalikes(part.text).length > 0)
      throw new ApiError(
        "invalid_field",
        "The template contains text that reads as a placeholder",
        {
          hint: "Move text such as [PERSON_1] into the context, where it is protected",
        },
      );
}
