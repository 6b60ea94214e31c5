import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";

export interface Contender {
  /** Its usual operation on a text: find, or replace when it cannot only find. */
  run(text: string): unknown;
  /** Findings of each text. Spans may overlap. */
  find(texts: readonly CorpusText[]): Promise<readonly (readonly PredictedSpan[])[]>;
  /** CPU time so far, in milliseconds, of the process that does the work. */
  cpuMs(): number;
}

export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
