import { parseTemplate, templateVariables } from "@veil/contracts/template";
import { findLookalikes } from "@veil/pii/relink";
import { templateHosts } from "@veil/relink";
import { scanIdentifiers } from "./scan-identifiers.ts";
import type { TemplateScan } from "./text-scans.ts";

export function scanTemplate(text: string): TemplateScan {
  const template = parseTemplate(text);
  return {
    identifiers: scanIdentifiers(text),
    lookalike: template.some(
      (part) => part.kind === "text" && findLookalikes(part.text).length > 0,
    ),
    variables: templateVariables(template),
    hosts: templateHosts(text),
  };
}
