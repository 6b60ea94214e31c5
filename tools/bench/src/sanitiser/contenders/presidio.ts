import { type PredictedSpan, presidioAnalyzer } from "@veil/pii-lab/measures";
import { processCpuMs } from "../../process-cpu.ts";
import type { Contender } from "./contender.ts";
import { foundSpan } from "./found-span.ts";
import { processesListeningOn } from "./listening-process.ts";

/**
 * Opens a running Presidio analyzer, which has a model for English only.
 * @throws Error when it runs on another machine, where its CPU time cannot be read
 */
export function openPresidio(url: string): Contender {
  const pids = processesListeningOn(Number(new URL(url).port || "80"));
  if (pids.length === 0)
    throw new Error("its CPU time cannot be read: it has to run on this machine, on Linux");
  const analyzer = presidioAnalyzer(url);
  return {
    run: (text) => analyzer.find(text),
    async find(texts) {
      const found: (readonly PredictedSpan[])[] = [];
      for (const { text } of texts) {
        const findings = await analyzer.find(text);
        found.push(findings.map(({ start, end, type }) => foundSpan(start, end, type)));
      }
      return found;
    },
    cpuMs: () => pids.reduce((sum, pid) => sum + processCpuMs(pid), 0),
  };
}
