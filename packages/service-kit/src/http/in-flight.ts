import { setTimeout as after } from "node:timers/promises";

export interface InFlight {
  readonly count: number;
  track<T>(call: Promise<T>): Promise<T>;
  /**
   * Waits until all calls have finished, but at most `graceMs`.
   * @returns whether all have finished
   */
  settled(graceMs: number): Promise<boolean>;
}

export function createInFlight(): InFlight {
  const open = new Set<Promise<unknown>>();
  return {
    get count() {
      return open.size;
    },
    track(call) {
      open.add(call);
      const forget = () => void open.delete(call);
      call.then(forget, forget);
      return call;
    },
    async settled(graceMs) {
      const timer = new AbortController();
      const all = Promise.allSettled(open).then(() => true);
      const late = after(graceMs, false, { signal: timer.signal });
      return await Promise.race([all, late]).finally(() => timer.abort());
    },
  };
}
