import { THREAD_ARGUMENTS } from "@veil/config";
import { within } from "@veil/http-kit";
import { Piscina } from "piscina";
import type { Scans } from "../domain/scans/scans.ts";
import type { TextScans } from "../text-scans.ts";
import { scanFailed } from "./scan-failed.ts";
import type { ScanCall } from "./text-scan-worker.ts";

interface PiscinaOptions {
  readonly threads: number;
  /** Texts that may wait; one more is refused. */
  readonly queueLength: number;
  /** From the moment a text is handed in. A thread that does not end by then is ended and replaced. */
  readonly timeoutMs: number;
  /** Heap of one thread. A text that needs more fails alone. */
  readonly memoryMb: number;
  /** The compiled `text-scan-worker.js`, as a URL. */
  readonly worker: URL;
  /** A thread ended without a text in hand: the next text gets a new one. */
  readonly onError: (error: unknown) => void;
}

const IDLE_MS = 30_000;

export interface ThreadedTextScans extends TextScans {
  close(): Promise<void>;
}

/** Reads in threads, which are there only while there is something to read. */
export function createPiscinaTextScans(options: PiscinaOptions): ThreadedTextScans {
  const { threads, queueLength, timeoutMs, memoryMb, worker, onError } = options;
  const pool = new Piscina<ScanCall, unknown>({
    filename: worker.href,
    name: "run",
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // A thread needs nothing of the process: no settings, no secrets.
    env: {},
    execArgv: THREAD_ARGUMENTS,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    recordTiming: false,
  });
  pool.on("error", onError);

  let pending = 0;

  function inThread<K extends keyof Scans>(scan: K) {
    return async (argument: Parameters<Scans[K]>[0]): Promise<ReturnType<Scans[K]>> => {
      if (pending >= threads + queueLength) throw scanFailed(new Error("Too many texts wait"));
      pending += 1;
      try {
        const result = await within(timeoutMs, (signal) =>
          pool.run({ scan, argument }, { signal }),
        );
        return result as ReturnType<Scans[K]>;
      } catch (cause) {
        throw scanFailed(cause);
      } finally {
        pending -= 1;
      }
    };
  }

  return {
    template: inThread("template"),
    sanitised: inThread("sanitised"),
    groundTruth: inThread("groundTruth"),
    prompt: inThread("prompt"),
    answer: inThread("answer"),
    linked: inThread("linked"),
    relink: inThread("relink"),
    close: () => pool.close({ force: true }),
  };
}
