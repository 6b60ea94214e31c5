import { ApiError } from "@veil/contracts/errors";
import { findLookalikes } from "@veil/pii/relink";
import type { CheckedTemplate } from "../content/branded-types.ts";
import { scanIdentifiers } from "../scanning/scan-identifiers.ts";
import type { TextScans } from "../scanning/text-scans.ts";

interface TemplateCheck {
  readonly template: CheckedTemplate;
  readonly variables: ReadonlySet<string>;
  readonly hosts: readonly string[];
}

/**
 * Together with `checkedPreamble`, the only place that mints a CheckedTemplate.
 * @throws ApiError when the template holds personal data
 */
export async function checkTemplate(text: string, scans: TextScans): Promise<TemplateCheck> {
  const { identifiers, lookalike, variables, hosts } = await scans.template(text);
  requireNoIdentifiers(identifiers);
  requireNoPlaceholders(lookalike);
  return { template: text as CheckedTemplate, variables: new Set(variables), hosts };
}

/**
 * Checks the operator's own text that goes before messages. Returns undefined when it holds
 * personal data or a look-alike.
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

/** `[PERSON_1]` in a template, which is not sanitised, would become the context's first person. */
function requireNoPlaceholders(lookalike: boolean): void {
  if (!lookalike) return;
  throw new ApiError("invalid_field", "The template contains text that looks like a placeholder", {
    hint: "Move text such as [PERSON_1] into the context, where it is protected",
  });
}
