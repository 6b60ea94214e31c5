import { scanFailed } from "./scan-failed.ts";
import { SCANS } from "./scans.ts";
import type { TextScans } from "./text-scans.ts";

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
