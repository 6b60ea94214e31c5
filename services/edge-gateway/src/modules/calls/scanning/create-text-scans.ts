import { ApiError } from "@veil/contracts/errors";
import { parseTemplate, renderedLength } from "@veil/contracts/template";
import { isQuickToCount, linkedPlaceholders } from "@veil/relink";
import { createThreadPool, type ThreadPoolOptions, threadModule } from "@veil/service-kit/threads";
import { measuredTruth } from "../proving-ground/evaluate-ground-truth.ts";
import { relinkWithMap, relinkWithMapIfQuick } from "./relink-map.ts";
import { scanAnswer } from "./scan-outbound.ts";
import { scanDefinitions, scanIdentifiers, scanPrompt, scanTemplate } from "./scan-prompt.ts";
import type { PromptInput, SanitiserAnswer, TextScans } from "./text-scans.ts";
import { verifiedAnswer } from "./verified-answer.ts";

/** The scan functions that every adapter of `TextScans` runs, on the event loop or in a thread. */
export const SCANS = {
  template: scanTemplate,
  identifiers: scanIdentifiers,
  definitions: scanDefinitions,
  sanitised: verifiedAnswer,
  groundTruth: measuredTruth,
  prompt: scanPrompt,
  answer: scanAnswer,
  linked: linkedPlaceholders,
  relink: relinkWithMap,
} as const;

type Scans = typeof SCANS;

export interface ScanCall<K extends keyof Scans = keyof Scans> {
  readonly scan: K;
  readonly argument: Parameters<Scans[K]>[0];
}

export function createInlineTextScans(): TextScans {
  return {
    template: guarded(SCANS.template),
    identifiers: guarded(SCANS.identifiers),
    definitions: guarded(SCANS.definitions),
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

/**
 * Returns the error for a text that could not be scanned. The text is refused, because it may
 * contain personal data.
 */
function scanFailed(cause: unknown): ApiError {
  return new ApiError("sanitizer_unavailable", "The text could not be checked for personal data", {
    cause,
    retryAfterSeconds: 5,
  });
}

/** Texts with fewer UTF-16 code units are scanned on the event loop. */
const INLINE_BELOW = 64 * 1024;
const INLINE_FINDINGS = 2_000;
/** A finding takes at least 12 bytes of a sanitiser response: six digits and six commas. */
const INLINE_ANSWER_BYTES = 12 * INLINE_FINDINGS;
const MEMORY_MB = 512;

/**
 * Scans short texts on the event loop and long ones in threads. Answers have a separate thread and
 * a long queue, because a refused answer is delivered again. Re-linking has its own thread and
 * queue as well, because an answer that waits too long misses its deadline.
 */
export function createTextScans(
  onError: (error: unknown) => void,
  worker = threadModule("./text-scan-worker.js", import.meta.url),
): ThreadedTextScans {
  const shared = { threads: 1, memoryMb: MEMORY_MB, worker, onError };
  const requests = createThreadedTextScans({ ...shared, queueLength: 16, timeoutMs: 10_000 });
  const answers = createThreadedTextScans({ ...shared, queueLength: 128, timeoutMs: 60_000 });
  const relinks = createThreadedTextScans({ ...shared, queueLength: 128, timeoutMs: 10_000 });
  return {
    ...textScansBySize({ inline: createInlineTextScans(), requests, answers, relinks }),
    async close() {
      await Promise.all([requests.close(), answers.close(), relinks.close()]);
    },
  };
}

interface Scanners {
  readonly inline: TextScans;
  readonly requests: TextScans;
  readonly answers: TextScans;
  readonly relinks: TextScans;
}

export function textScansBySize({ inline, requests, answers, relinks }: Scanners): TextScans {
  const scansFor = (isShort: boolean): TextScans => (isShort ? inline : requests);
  return {
    template: (text) => scansFor(text.length < INLINE_BELOW).template(text),
    identifiers: (text) => scansFor(text.length < INLINE_BELOW).identifiers(text),
    definitions: (texts) => scansFor(lengthOf(texts) < INLINE_BELOW).definitions(texts),
    sanitised: (input) => scansFor(isShortAnswer(input)).sanitised(input),
    groundTruth: (input) => {
      const annotations = input.truth.reduce((sum, field) => sum + field.annotations.length, 0);
      return scansFor(isShortAnswer(input) && annotations <= INLINE_FINDINGS).groundTruth(input);
    },
    prompt: (input) => scansFor(isShortPrompt(input)).prompt(input),
    answer: (input) => (lengthOf(input.blocks) < INLINE_BELOW ? inline : answers).answer(input),
    linked: (answer) => (isQuickToCount(answer) ? inline : relinks).linked(answer),
    relink: async (input) => relinkWithMapIfQuick(input) ?? (await relinks.relink(input)),
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function isShortAnswer({ originals, answer }: SanitiserAnswer): boolean {
  if (answer.length > INLINE_ANSWER_BYTES) return false;
  return lengthOf(originals.map(({ text }) => text)) < INLINE_BELOW;
}

function isShortPrompt(input: PromptInput): boolean {
  if (input.findings > INLINE_FINDINGS) return false;
  if ("messages" in input)
    return lengthOf(input.messages.flat().map(({ text }) => text)) < INLINE_BELOW;
  const { template, values } = input;
  if (lengthOf([template, ...values.map(({ text }) => text)]) >= INLINE_BELOW) return false;
  const lengths = new Map(values.map(({ name, text }) => [name, text.length]));
  const length = renderedLength(parseTemplate(template), (name) => lengths.get(name) ?? 0);
  return length < INLINE_BELOW;
}

const IDLE_MS = 30_000;

export interface ThreadedTextScans extends TextScans {
  close(): Promise<void>;
}

/**
 * Creates scans in threads that exist only while there is work. `worker` is the URL of
 * `text-scan-worker.js`.
 */
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
    definitions: inThread("definitions"),
    sanitised: inThread("sanitised"),
    groundTruth: inThread("groundTruth"),
    prompt: inThread("prompt"),
    answer: inThread("answer"),
    linked: inThread("linked"),
    relink: inThread("relink"),
    close: pool.close,
  };
}
