import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";

export interface Contender {
  /** Finds values, or replaces them when it cannot only find. */
  run(text: string): unknown;
  find(texts: readonly CorpusText[]): Promise<readonly (readonly PredictedSpan[])[]>;
  /** Counts the process that does the work. */
  cpuMs(): number;
}
