import { findLookalikes } from "@veil/pii/relink";
import type { ToolsScan } from "../../text-scans.ts";
import { scanIdentifiers } from "./scan-identifiers.ts";

export function scanTools(texts: readonly string[]): ToolsScan {
  return {
    identifiers: [...new Set(texts.flatMap(scanIdentifiers))],
    lookalike: texts.some((text) => findLookalikes(text).length > 0),
  };
}
