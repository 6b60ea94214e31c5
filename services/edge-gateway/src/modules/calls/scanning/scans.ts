import { linkedPlaceholders } from "@veil/relink";
import { measuredTruth } from "./measured-truth.ts";
import { relinkWithMap } from "./relink-with-map.ts";
import { scanAnswer } from "./scan-answer.ts";
import { scanIdentifiers } from "./scan-identifiers.ts";
import { scanPrompt } from "./scan-prompt.ts";
import { scanTemplate } from "./scan-template.ts";
import { scanTools } from "./scan-tools.ts";
import { verifiedAnswer } from "./verified-answer.ts";

/** What every adapter of `TextScans` runs, on any thread. */
export const SCANS = {
  template: scanTemplate,
  identifiers: scanIdentifiers,
  tools: scanTools,
  sanitised: verifiedAnswer,
  groundTruth: measuredTruth,
  prompt: scanPrompt,
  answer: scanAnswer,
  linked: linkedPlaceholders,
  relink: relinkWithMap,
} as const;

export type Scans = typeof SCANS;
