import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";

export interface Contender {
  /** Finds values, or replaces them if the contender cannot find without replacing. */
  run(text: string): unknown;
  find(texts: readonly CorpusText[]): Promise<readonly (readonly PredictedSpan[])[]>;
  /** Returns the CPU time of the process that does the work. */
  cpuMs(): number;
}
