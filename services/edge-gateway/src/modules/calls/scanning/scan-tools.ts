import { findLookalikes } from "@veil/pii/relink";
import { scanIdentifiers } from "./scan-identifiers.ts";
import type { ToolsScan } from "./text-scans.ts";

export function scanTools(texts: readonly string[]): ToolsScan {
  return {
    identifiers: [...new Set(texts.flatMap(scanIdentifiers))],
    lookalike: texts.some((text) => findLookalikes(text).length > 0),
  };
}
