import type { BenchOptions } from "./bench-options.ts";

export type Rounds = Pick<BenchOptions, "rounds" | "onProgress">;

export async function inRounds<T>(
  { rounds, onProgress }: Rounds,
  what: string,
  measure: (round: number) => T | Promise<T>,
): Promise<T[]> {
  const measured: T[] = [];
  for (let round = 1; round <= rounds; round++) {
    onProgress(`${what}: round ${round} of ${rounds}`);
    measured.push(await measure(round));
  }
  return measured;
}
