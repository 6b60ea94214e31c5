import { ownCpuMs } from "../process-cpu.ts";
import type { Trial } from "./work.ts";

export const PARTS = 8;
/** The largest accepted ratio. The ratio is 1 for linear cost and 8 for quadratic cost. */
export const MOST_GROWTH = 3;
/** The code units in a part. The whole is a quarter of a megabyte. */
const PART = 32_768;
/** If the parts take more CPU time than this, the whole is not measured. */
const HOPELESS_MS = 20_000;
const NOISE_MS = 10;
/** The number of tries. Garbage collection can disturb one measurement, but not all of them. */
const TRIES = 5;

/** The cost of an input, and of processing an eighth of it eight times. */
export interface Growth {
  readonly on: string;
  readonly partsMs: number;
  readonly wholeMs: number;
}

export function growthOf({ on, prepare }: Trial): Growth {
  const part = prepare(PART);
  const parts = () => {
    for (let count = 0; count < PARTS; count += 1) part();
  };
  part();
  let partsMs = cpuMsOf(parts);
  if (partsMs > HOPELESS_MS) return { on, partsMs, wholeMs: Number.POSITIVE_INFINITY };
  const whole = prepare(PARTS * PART);
  let wholeMs = cpuMsOf(whole);
  for (let tries = 1; tries < TRIES && isTooFast({ on, partsMs, wholeMs }); tries += 1) {
    partsMs = Math.max(partsMs, cpuMsOf(parts));
    wholeMs = Math.min(wholeMs, cpuMsOf(whole));
  }
  return { on, partsMs, wholeMs };
}

export function isTooFast(growth: Growth): boolean {
  return growth.wholeMs > NOISE_MS && ratioOf(growth) > MOST_GROWTH;
}

export function ratioOf({ partsMs, wholeMs }: Growth): number {
  return wholeMs / Math.max(partsMs, NOISE_MS / PARTS);
}

function cpuMsOf(work: () => unknown): number {
  const before = ownCpuMs();
  work();
  return ownCpuMs() - before;
}
