import { ownCpuMs } from "../../process-cpu.ts";
import type { Contender } from "./contender.ts";
import { foundSpan } from "./found-span.ts";
import { markedStretches } from "./marked-stretches.ts";

interface Library {
  readonly SyncRedactor: new (options?: {
    readonly globalReplaceWith?: string;
  }) => { redact(text: string): string };
}

/** A character of the Private Use Area, which no text of a corpus contains. */
const MARK = "\uE000";

/** Opens redact-pii. It reports no offsets, so they are computed from its output with marks. */
export function openRedactPii({ SyncRedactor }: Library): Contender {
  const redactor = new SyncRedactor();
  const marker = new SyncRedactor({ globalReplaceWith: MARK });
  return {
    run: (text) => redactor.redact(text),
    find: async (texts) =>
      texts.map(({ text }) =>
        markedStretches(text, marker.redact(text), MARK).map(([start, end]) =>
          foundSpan(start, end, "PERSON"),
        ),
      ),
    cpuMs: ownCpuMs,
  };
}
