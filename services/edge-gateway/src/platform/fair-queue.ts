import { ApiError } from "@veil/contracts/errors";

export interface Load {
  readonly calls: number;
  readonly bytes: number;
}

/** A single call always has room, even if it is larger than the bound. */
export interface FairQueueBounds {
  readonly inFlight: {
    readonly all: Load;
    readonly own: Load;
    /**
     * While this many calls or fewer are free, an owner begins another one only if more are free
     * than it has in flight. For calls that can last: even owners who use all that they may leave
     * room for the first call of the next owner.
     */
    readonly reserved?: number;
  };
  readonly waiting: { readonly all: Load; readonly own: Load };
}

export const WAITING_CALLS: FairQueueBounds["waiting"] = {
  all: { calls: 4_096, bytes: Number.POSITIVE_INFINITY },
  own: { calls: 256, bytes: Number.POSITIVE_INFINITY },
};

interface QueuedCall {
  readonly owner: string;
  readonly bytes: number;
  readonly maxWaitMs: number;
  /**
   * When it is aborted, a call that still waits leaves. A call in flight has to stop itself. Read
   * only when the call waits.
   */
  readonly signal?: (() => AbortSignal) | undefined;
  readonly isGone?: (() => boolean) | undefined;
}

interface Waiter {
  readonly bytes: number;
  readonly begin: () => void;
}

class Tally {
  #calls = 0;
  #bytes = 0;

  get calls(): number {
    return this.#calls;
  }

  get isEmpty(): boolean {
    return this.#calls === 0;
  }

  hasRoom(bytes: number, bound: Load): boolean {
    return this.isEmpty || (this.#calls < bound.calls && this.#bytes + bytes <= bound.bytes);
  }

  add(bytes: number): void {
    this.#calls += 1;
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.#calls -= 1;
    this.#bytes -= bytes;
  }
}

class Owner {
  readonly inFlight = new Tally();
  readonly waiting = new Tally();
  readonly queue = new Set<Waiter>();
}

/**
 * Shares a scarce resource between owners: each has a bounded part at once, and waiting owners take
 * turns (round robin), so that an owner with many calls delays another by one call at most. A call
 * that fits its owner's bounds but not the total makes the others wait, or small calls would always
 * pass it.
 */
export class FairQueue {
  readonly #bounds: FairQueueBounds;
  readonly #inFlight = new Tally();
  readonly #waiting = new Tally();
  /** The owner whose turn is next is first. */
  readonly #owners = new Map<string, Owner>();

  constructor(bounds: FairQueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs `work` in its turn; without a wait when it may begin now.
   * @throws ApiError `rate_limit_exceeded` when the owner itself has too much waiting or in flight;
   * `server_busy` when all owners have; the signal's reason
   */
  async run<T>(call: QueuedCall, work: () => Promise<T>): Promise<T> {
    refuseGone(call);
    const leave = this.tryEnter(call) ?? (await this.enter(call));
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for the call's turn.
   * @returns a function that ends the call, to be called once
   * @throws as `run`
   */
  async enter(call: QueuedCall): Promise<() => void> {
    refuseGone(call);
    const leave = this.tryEnter(call);
    if (leave !== undefined) return leave;
    const owner = this.#owners.get(call.owner) ?? new Owner();
    await this.#wait(owner, call);
    return () => this.#end(call, owner);
  }

  /**
   * Begins a call at once or not at all.
   * @returns as `enter`; undefined if it would have to wait
   */
  tryEnter(call: Pick<QueuedCall, "owner" | "bytes">): (() => void) | undefined {
    const owner = this.#owners.get(call.owner) ?? new Owner();
    if (!this.#isFree(owner, call.bytes)) return undefined;
    this.#begin(call.owner, owner, call.bytes);
    return () => this.#end(call, owner);
  }

  /** Returns how many calls an owner could begin now, by their number alone. */
  room(name: string): number {
    return this.#roomOf(this.#owners.get(name));
  }

  #roomOf(owner: Owner | undefined): number {
    const { all, own, reserved = 0 } = this.#bounds.inFlight;
    const mine = owner?.inFlight.calls ?? 0;
    const free = all.calls - this.#inFlight.calls;
    const shared = Math.max(free - reserved, Math.ceil((free - mine) / 2));
    return Math.max(0, Math.min(own.calls - mine, free, shared));
  }

  #isFree(owner: Owner, bytes: number): boolean {
    return this.#hasShare(owner, bytes) && this.#hasRoom(bytes) && this.#waiting.isEmpty;
  }

  #hasShare(owner: Owner, bytes: number): boolean {
    const { own } = this.#bounds.inFlight;
    return owner.inFlight.hasRoom(bytes, own) && this.#roomOf(owner) > 0;
  }

  #hasRoom(bytes: number): boolean {
    return this.#inFlight.hasRoom(bytes, this.#bounds.inFlight.all);
  }

  #end({ owner: name, bytes }: Pick<QueuedCall, "owner" | "bytes">, owner: Owner): void {
    for (const tally of [owner.inFlight, this.#inFlight]) tally.remove(bytes);
    this.#goOn(name, owner);
  }

  #begin(name: string, owner: Owner, bytes: number): void {
    this.#owners.delete(name);
    this.#owners.set(name, owner);
    for (const tally of [owner.inFlight, this.#inFlight]) tally.add(bytes);
  }

  async #wait(owner: Owner, call: QueuedCall): Promise<void> {
    const signal = call.signal?.();
    signal?.throwIfAborted();
    if (!owner.waiting.hasRoom(call.bytes, this.#bounds.waiting.own)) throw tooManyWaiting();
    const isFull = !this.#waiting.hasRoom(call.bytes, this.#bounds.waiting.all);
    this.#owners.set(call.owner, owner);
    await this.#turn(owner, { ...call, isFull }, signal);
  }

  #turn(
    owner: Owner,
    { owner: name, bytes, maxWaitMs, isFull }: QueuedCall & { readonly isFull: boolean },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        done();
      };
      const waiter = { bytes, begin: () => settle(resolve) };
      const leave = (reason: unknown) => {
        this.#leaveQueue(owner, waiter);
        settle(() => reject(reason));
        this.#goOn(name, owner);
      };
      const onAbort = () => leave(signal?.reason);
      const timer = setTimeout(
        // With none of the owner's calls in flight, the others' calls are the reason.
        () => leave(owner.inFlight.isEmpty ? busy() : tooMany("have waited too long")),
        maxWaitMs,
      );
      signal?.addEventListener("abort", onAbort);
      owner.queue.add(waiter);
      for (const tally of [owner.waiting, this.#waiting]) tally.add(bytes);
      this.#beginNext();
      // Calls that wait for more of their owner's share keep no other owner from beginning.
      if (isFull && owner.queue.has(waiter)) leave(busy());
    });
  }

  #leaveQueue(owner: Owner, waiter: Waiter): void {
    owner.queue.delete(waiter);
    for (const tally of [owner.waiting, this.#waiting]) tally.remove(waiter.bytes);
  }

  #goOn(name: string, owner: Owner): void {
    if (owner.inFlight.isEmpty && owner.waiting.isEmpty) this.#owners.delete(name);
    this.#beginNext();
  }

  #beginNext(): void {
    for (const [name, owner] of this.#owners) {
      const [first] = owner.queue;
      if (first === undefined || !this.#hasShare(owner, first.bytes)) continue;
      if (!this.#hasRoom(first.bytes)) return;
      this.#leaveQueue(owner, first);
      this.#begin(name, owner, first.bytes);
      first.begin();
    }
  }
}

function refuseGone({ isGone, signal }: QueuedCall): void {
  if (isGone?.() === true) signal?.().throwIfAborted();
}

const RETRY = { retryAfterSeconds: 1 };

export function tooManyWaiting(): ApiError {
  return tooMany("are waiting");
}

function tooMany(what: string): ApiError {
  return new ApiError("rate_limit_exceeded", `Too many of your requests ${what}`, RETRY);
}

export function busy(): ApiError {
  return new ApiError("server_busy", "Too many requests are waiting", RETRY);
}
