import { ApiError } from "@veil/contracts/errors";
import { linkedPlaceholders } from "@veil/relink";
import { measuredTruth } from "../proving-ground/evaluate-ground-truth.ts";
import { relinkWithMap } from "./relink-map.ts";
import { scanAnswer } from "./scan-outbound.ts";
import { scanIdentifiers, scanPrompt, scanTemplate, scanTools } from "./scan-prompt.ts";
import type { TextScans } from "./text-scans.ts";
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

export function createInlineTextScans(): TextScans {
  return {
    template: guarded(SCANS.template),
    identifiers: guarded(SCANS.identifiers),
    tools: guarded(SCANS.tools),
    sanitised: guarded(SCANS.sanitised),
    groundTruth: guarded(SCANS.groundTruth),
    prompt: guarded(SCANS.prompt),
    answer: guarded(SCANS.answer),
    linked: guarded(SCANS.linked),
    relink: guarded(SCANS.relink),
  };
}

function guarded<A, R>(scan: (argument: A) => R): (argument: A) => Promise<R> {
  return async (argument) => {
    try {
      return scan(argument);
    } catch (cause) {
      throw scanFailed(cause);
    }
  };
}

/** A text that was not read is treated as full of personal data. */
export function scanFailed(cause: unknown): ApiError {
  return new ApiError("sanitizer_unavailable", "The text could not be checked for personal data", {
    cause,
    retryAfterSeconds: 5,
  });
}
