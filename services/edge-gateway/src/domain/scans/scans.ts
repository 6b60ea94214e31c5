import { relinkAnswer } from "@veil/relink";
import { scanAnswer } from "./scan-answer.ts";
import { scanPrompt } from "./scan-prompt.ts";
import { scanTemplate } from "./scan-template.ts";

/** The scans themselves: what every adapter of `TextScans` runs, on whatever thread. */
export const SCANS = {
  template: scanTemplate,
  prompt: scanPrompt,
  answer: scanAnswer,
  relink: relinkAnswer,
} as const;

export type Scans = typeof SCANS;
