import { ApiError } from "@veil/contracts/errors";
import { findHardIdentifiers } from "@veil/pii/hard-identifiers";
import { parseTemplate, templateVariables } from "@veil/template";
import type { CheckedTemplate } from "./minted.ts";

export type { CheckedTemplate } from "./minted.ts";

/** The only place that mints a CheckedTemplate. @throws ApiError when the template holds personal data. */
export function checkTemplate(text: string): {
  readonly template: CheckedTemplate;
  readonly variables: ReadonlySet<string>;
} {
  const found = findHardIdentifiers(text);
  if (found.length > 0) {
    const types = [...new Set(found.map(({ type }) => type))].join(", ");
    throw new ApiError("prompt_template_pii_detected", "The template contains personal data", {
      hint: `Found: ${types}. Move personal data into the context and refer to it as {name}`,
    });
  }
  return {
    template: text as CheckedTemplate,
    variables: new Set(templateVariables(parseTemplate(text))),
  };
}
