import { parseTemplate, renderedLength } from "@veil/contracts/template";
import { isQuickToCount } from "@veil/relink";
import { threadModule } from "@veil/service-kit/threads";
import { createInlineTextScans } from "./inline-text-scans.ts";
import { relinkWithMapIfQuick } from "./relink-with-map.ts";
import type { PromptInput, SanitiserAnswer, TextScans } from "./text-scans.ts";
import { createThreadedTextScans, type ThreadedTextScans } from "./threaded-text-scans.ts";

/** UTF-16 code units that the event loop may read. */
const INLINE_BELOW = 64 * 1024;
const INLINE_FINDINGS = 2_000;
/** A finding takes at least 12 bytes of an answer: six digits and six commas. */
const INLINE_ANSWER_BYTES = 12 * INLINE_FINDINGS;
const MEMORY_MB = 512;

/**
 * Scans short texts on the event loop, long ones in threads. Answers have a separate thread and a
 * long queue, since a refused one is delivered again. Re-linking has them too, since a slow answer
 * runs into its deadline.
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
    tools: (texts) => scansFor(lengthOf(texts) < INLINE_BELOW).tools(texts),
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
