import { ownCpuMs } from "../../process-cpu.ts";
import type { Contender } from "./contender.ts";
import { foundSpan } from "./found-span.ts";

interface Library {
  readonly OpenRedaction: new () => {
    detect(text: string): Promise<{ readonly detections: readonly Detection[] }>;
  };
}

interface Detection {
  readonly type: string;
  readonly position: readonly [start: number, end: number];
}

export function openOpenredaction(library: Library): Contender {
  const detector = new library.OpenRedaction();
  return {
    run: (text) => detector.detect(text),
    find: (texts) =>
      Promise.all(
        texts.map(async ({ text }) => {
          const { detections } = await detector.detect(text);
          return detections.map(({ type, position: [start, end] }) => foundSpan(start, end, type));
        }),
      ),
    cpuMs: ownCpuMs,
  };
}
