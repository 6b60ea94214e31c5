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
  /** Counted from the last `put`; `get` does not extend it. */
  readonly ttlMs: number;
  /** The limit for all lists together; the least recently used is dropped first. */
  readonly maxBytes: number;
  readonly nowMs: Clock;
}

/** Lists in memory, limited in time and size. */
export class HeldLists {
  readonly #held: LRUCache<string, CompiledEntityList>;

  constructor({ ttlMs, maxBytes, nowMs }: Bounds) {
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ sizeBytes }) => sizeBytes,
      // The library's TTL includes the last millisecond.
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

  /** Drops expired lists. Threads call it, because their timers do not run between jobs. */
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
