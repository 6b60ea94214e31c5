import type { Clock } from "@veil/contracts/clock";
import type { CompiledEntityList } from "@veil/pii";
import { LRUCache } from "lru-cache";

/** A list with the name under which it is held. */
export interface NamedList {
  readonly id: string;
  readonly version: number;
  readonly list: CompiledEntityList;
}

interface Bounds {
  /** From when a list was last put in; `get` does not prolong it. */
  readonly ttlMs: number;
  /** Of all lists together; the one used least recently goes first. */
  readonly maxBytes: number;
  readonly nowMs: Clock;
}

/** Lists in memory, for a time and up to a size. They go when their time is over, asked for or not. */
export class HeldLists {
  readonly #held: LRUCache<string, CompiledEntityList>;

  constructor({ ttlMs, maxBytes, nowMs }: Bounds) {
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ sizeBytes }) => sizeBytes,
      // The library counts the last millisecond in.
      ttl: ttlMs - 1,
      ttlAutopurge: true,
      ttlResolution: 0,
      perf: { now: nowMs },
    });
  }

  get(name: Omit<NamedList, "list">): CompiledEntityList | undefined {
    return this.#held.get(keyOf(name));
  }

  put({ list, ...name }: NamedList): void {
    this.#held.set(keyOf(name), list);
  }

  /** Lets go of what is too old. For threads: between two jobs of a pool none of their timers runs. */
  forget(): void {
    this.#held.purgeStale();
  }

  clear(): void {
    this.#held.clear();
  }
}

function keyOf({ id, version }: Omit<NamedList, "list">): string {
  return `${id}@${version}`;
}
