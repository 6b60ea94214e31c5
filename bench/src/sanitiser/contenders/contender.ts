import type { CorpusText, PredictedSpan } from "@veil/pii-lab/measures";

/** One detector, made ready for use, in a process of its own. */
export interface Contender {
  /** What its users have it do with a text: find, or replace where it has no other way. */
  run(text: string): unknown;
  /** What it finds in each text. Stretches may overlap. */
  find(texts: readonly CorpusText[]): Promise<readonly (readonly PredictedSpan[])[]>;
  /** CPU time so far, in milliseconds, of whoever does the work. */
  cpuMs(): number;
}

/** Of this process with all its threads: compilers and garbage collection count. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
