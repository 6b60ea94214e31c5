import { FairQueue } from "./fair-queue.ts";

export interface WorkerShare {
  readonly all: number;
  readonly own: number;
}

const MB = 1024 * 1024;
const WAITING = { all: { calls: 4_096, bytes: 64 * MB }, own: { calls: 256, bytes: 16 * MB } };

/**
 * This replica shares calls to the worker fairly between customers, since the worker knows none. A
 * call can last for minutes, so the slots that one customer may not have are a reserve for the
 * others.
 */
export function createWorkerSlots({ all, own }: WorkerShare): FairQueue {
  const calls = (count: number) => ({ calls: count, bytes: Number.POSITIVE_INFINITY });
  return new FairQueue({
    inFlight: { all: calls(all), own: calls(own), reserved: all - own },
    waiting: WAITING,
  });
}
