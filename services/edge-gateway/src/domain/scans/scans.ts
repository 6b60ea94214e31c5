import { hostsOf } from "@veil/pii/relink";
import { scanAnswer } from "./scan-answer.ts";
import { scanPrompt } from "./scan-prompt.ts";
import { scanTemplate } from "./scan-template.ts";

/** The scans themselves: what every adapter of `TextScans` runs, on whatever thread. */
export const SCANS = {
  template: scanTemplate,
  hosts: (texts: readonly string[]): readonly string[] => [...new Set(texts.flatMap(hostsOf))],
  prompt: scanPrompt,
  answer: scanAnswer,
} as const;

export type Scans = typeof SCANS;
