import type { CompiledEntityList } from "@veil/pii";

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
}

interface Held {
  readonly list: CompiledEntityList;
  readonly untilMs: number;
}

/** Lists in memory, for a time and up to a size. */
export class HeldLists {
  readonly #bounds: Bounds;
  /** The one used least recently comes first. */
  readonly #held = new Map<string, Held>();
  #bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get(name: Omit<NamedList, "list">, nowMs: number): CompiledEntityList | undefined {
    const key = keyOf(name);
    const held = this.#held.get(key);
    if (held === undefined || held.untilMs <= nowMs) return undefined;
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.list;
  }

  put({ list, ...name }: NamedList, nowMs: number): void {
    const key = keyOf(name);
    this.#drop(key);
    this.#held.set(key, { list, untilMs: nowMs + this.#bounds.ttlMs });
    this.#bytes += list.sizeBytes;
    for (const oldest of this.#held.keys()) {
      if (this.#bytes <= this.#bounds.maxBytes) break;
      this.#drop(oldest);
    }
  }

  /** Lets go of what is too old. */
  forget(nowMs: number): void {
    for (const [key, { untilMs }] of this.#held) if (untilMs <= nowMs) this.#drop(key);
  }

  clear(): void {
    this.#held.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    this.#bytes -= held.list.sizeBytes;
  }
}

function keyOf({ id, version }: Omit<NamedList, "list">): string {
  return `${id}@${version}`;
}
