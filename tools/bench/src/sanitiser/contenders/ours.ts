import { createEngine, sanitiseFields } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { predict } from "@veil/pii-lab/measures";
import { ownCpuMs } from "../../process-cpu.ts";
import type { Contender } from "./contender.ts";

export function openOurs(names = readBundledModels()): Contender {
  const engine = createEngine({ names });
  return {
    run: (text) => sanitiseFields(engine, { fields: [{ name: "text", text }] }),
    async find(corpus) {
      const { signal } = new AbortController();
      const nowMs = () => performance.now();
      const options = { engine, policy: "all", nowMs, signal, onProgress: () => {} } as const;
      const { texts } = await predict(corpus, options);
      return texts.map(({ predicted }) => predicted);
    },
    cpuMs: ownCpuMs,
  };
}
