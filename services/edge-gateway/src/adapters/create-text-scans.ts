import { isQuickToRelink } from "@veil/relink";
import { parseTemplate, renderedLength } from "@veil/template";
import type { PromptParts, TextScans } from "../ports/text-scans.ts";
import { createInlineTextScans } from "./inline-text-scans.ts";
import { createPiscinaTextScans, type ThreadedTextScans } from "./piscina-text-scans.ts";

/** UTF-16 code units: they are read in less time than a frame takes. */
const INLINE_BELOW = 64 * 1024;
const MEMORY_MB = 512;

/**
 * Short texts on the event loop, long ones in threads. Answers have a thread and a long queue of their own:
 * one that is refused is delivered again, and requests must not cause that. So has re-linking, where an answer
 * that is hard to read waits for its deadline.
 */
export function createTextScans(
  onError: (error: unknown) => void,
  worker = new URL("./text-scan-worker.js", import.meta.url),
): ThreadedTextScans {
  const shared = { threads: 1, memoryMb: MEMORY_MB, worker, onError };
  const inline = createInlineTextScans();
  const requests = createPiscinaTextScans({ ...shared, queueLength: 16, timeoutMs: 10_000 });
  const answers = createPiscinaTextScans({ ...shared, queueLength: 128, timeoutMs: 60_000 });
  const relinks = createPiscinaTextScans({ ...shared, queueLength: 128, timeoutMs: 10_000 });
  const laneFor = (isShort: boolean): TextScans => (isShort ? inline : requests);
  return {
    template: (text) => laneFor(text.length < INLINE_BELOW).template(text),
    prompt: (parts) => laneFor(isShortPrompt(parts)).prompt(parts),
    answer: (text) => (text.length < INLINE_BELOW ? inline : answers).answer(text),
    relink: (request) => (isQuickToRelink(request) ? inline : relinks).relink(request),
    async close() {
      await Promise.all([requests.close(), answers.close(), relinks.close()]);
    },
  };
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Short before and after rendering: a value may stand in many places. */
function isShortPrompt({ template, values }: PromptParts): boolean {
  if (lengthOf([template, ...values.map(({ text }) => text)]) >= INLINE_BELOW) return false;
  const lengths = new Map(values.map(({ name, text }) => [name, text.length]));
  const length = renderedLength(parseTemplate(template), (name) => lengths.get(name) ?? 0);
  return length < INLINE_BELOW;
}
