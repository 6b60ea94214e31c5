import { FairQueue, type Load } from "../../../platform/fair-queue.ts";

/** From this size on the sanitiser has separate threads. */
const LONG_FROM_BYTES = 64 * 1024;
const MB = 1024 * 1024;
const WAITING = { all: { calls: 4_096, bytes: 64 * MB }, own: { calls: 256, bytes: 16 * MB } };

/** Shares calls to the sanitiser fairly between customers. Short texts never wait for long ones. */
export function createSanitiserQueue(inFlight: {
  readonly all: Load;
  readonly own: Load;
}): Pick<FairQueue, "run"> {
  const bounds = { inFlight, waiting: WAITING };
  const [short, long] = [new FairQueue(bounds), new FairQueue(bounds)] as const;
  return {
    run: (call, work) => (call.bytes < LONG_FROM_BYTES ? short : long).run(call, work),
  };
}
