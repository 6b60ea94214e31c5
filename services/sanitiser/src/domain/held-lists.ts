import type { Clock } from "@veil/contracts/clock";
import type { CompiledEntityList } from "@veil/pii";
import { LRUCache } from "lru-cache";

/** A list with the id and version under which it is cached. */
export interface NamedList {
  readonly id: string;
  readonly version: number;
  readonly list: CompiledEntityList;
}

interface Bounds {
  /** The lifetime of a list after its last `put`. `get` does not extend it. */
  readonly ttlMs: number;
  /** The size limit for all lists together. The least recently used list is dropped first. */
  readonly maxBytes: number;
  readonly nowMs: Clock;
}

/** An in-memory cache of lists with a limited lifetime and size. */
export class HeldLists {
  readonly #held: LRUCache<string, CompiledEntityList>;

  constructor({ ttlMs, maxBytes, nowMs }: Bounds) {
    this.#held = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ sizeBytes }) => sizeBytes,
      // The library still returns an entry in the last millisecond of its TTL.
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

  /** Drops expired lists. Threads must call it, because their timers do not run between jobs. */
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
