import { createThreadPool, type ThreadPoolOptions } from "@veil/service-kit/threads";
import { scanFailed } from "./scan-failed.ts";
import type { Scans } from "./scans.ts";
import type { ScanCall } from "./text-scan-worker.ts";
import type { TextScans } from "./text-scans.ts";

const IDLE_MS = 30_000;

export interface ThreadedTextScans extends TextScans {
  close(): Promise<void>;
}

/** Scans in threads that exist only while there is work. `worker`: `text-scan-worker.js`. */
export function createThreadedTextScans(
  options: Omit<ThreadPoolOptions, "idleMs" | "failure">,
): ThreadedTextScans {
  const pool = createThreadPool<ScanCall, unknown>({
    ...options,
    idleMs: IDLE_MS,
    failure: scanFailed,
  });

  function inThread<K extends keyof Scans>(scan: K) {
    return async (argument: Parameters<Scans[K]>[0]): Promise<ReturnType<Scans[K]>> =>
      (await pool.run({ scan, argument })) as ReturnType<Scans[K]>;
  }

  return {
    template: inThread("template"),
    identifiers: inThread("identifiers"),
    tools: inThread("tools"),
    sanitised: inThread("sanitised"),
    groundTruth: inThread("groundTruth"),
    prompt: inThread("prompt"),
    answer: inThread("answer"),
    linked: inThread("linked"),
    relink: inThread("relink"),
    close: pool.close,
  };
}
