import { createEngine, sanitiseFields } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { predict } from "@veil/pii-lab/measures";
import { type Contender, ownCpuMs } from "./contender.ts";

export function openOurs(): Contender {
  const engine = createEngine({ names: readBundledModels() });
  return {
    run: (text) => sanitiseFields(engine, { fields: [{ name: "text", text }] }),
    async find(corpus) {
      const { signal } = new AbortController();
      const nowMs = () => performance.now();
      const { texts } = await predict(corpus, { engine, nowMs, signal, onProgress: () => {} });
      return texts.map(({ predicted }) => predicted);
    },
    cpuMs: ownCpuMs,
  };
}
