import { ApiError } from "@veil/contracts/errors";

export interface Load {
  readonly calls: number;
  readonly bytes: number;
}

/** The limits of a queue. A single call always fits, even if it exceeds a limit. */
export interface FairQueueBounds {
  readonly inFlight: {
    readonly all: Load;
    readonly own: Load;
    /**
     * While this many slots or fewer are free, an owner begins another call only if more slots are
     * free than it has calls in flight. This is for calls that can last long: even owners that use
     * their full share leave a slot for the first call of the next owner.
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
   * When the signal is aborted, a waiting call leaves the queue. A call in flight must stop itself.
   * The function is called only if the call has to wait.
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
 * Shares a scarce resource between owners. Each owner has a limited share, and waiting owners take
 * turns (round robin), so that an owner with many calls delays another owner by at most one call.
 * If the next call fits its owner's limits but not the total, all other calls wait, because
 * otherwise small calls would always overtake it.
 */
export class FairQueue {
  readonly #bounds: FairQueueBounds;
  readonly #inFlight = new Tally();
  readonly #waiting = new Tally();
  /** The owners in the order of their turns. */
  readonly #owners = new Map<string, Owner>();

  constructor(bounds: FairQueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs `work` when it is the call's turn, or immediately if the call may begin now.
   * @throws ApiError `rate_limit_exceeded` when the owner itself has too many calls waiting or in
   * flight; `server_busy` when all owners together have; the abort reason of the signal
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
   * @returns a function that ends the call, which must be called once
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
   * Begins a call immediately or not at all.
   * @returns as `enter`; undefined if the call would have to wait
   */
  tryEnter(call: Pick<QueuedCall, "owner" | "bytes">): (() => void) | undefined {
    const owner = this.#owners.get(call.owner) ?? new Owner();
    if (!this.#isFree(owner, call.bytes)) return undefined;
    this.#begin(call.owner, owner, call.bytes);
    return () => this.#end(call, owner);
  }

  /** Returns how many calls an owner could begin now, without regard to their size. */
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
        // If no call of the owner is in flight, other owners' calls are the reason for the wait.
        () => leave(owner.inFlight.isEmpty ? busy() : tooMany("have waited too long")),
        maxWaitMs,
      );
      signal?.addEventListener("abort", onAbort);
      owner.queue.add(waiter);
      for (const tally of [owner.waiting, this.#waiting]) tally.add(bytes);
      this.#beginNext();
      // A full queue refuses the call only if it could not begin at once, so that calls waiting for
      // their own owner's share do not prevent other owners from beginning.
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

interface WorkerShare {
  readonly all: number;
  readonly own: number;
}

const MB = 1024 * 1024;
const WAITING = { all: { calls: 4_096, bytes: 64 * MB }, own: { calls: 256, bytes: 16 * MB } };

/**
 * Creates the queue with which this replica shares the worker fairly between customers, because the
 * worker does not know the customers. A call can last for minutes, so the slots that one customer
 * cannot use are a reserve for other customers.
 */
export function createWorkerSlots({ all, own }: WorkerShare): FairQueue {
  const calls = (count: number) => ({ calls: count, bytes: Number.POSITIVE_INFINITY });
  return new FairQueue({
    inFlight: { all: calls(all), own: calls(own), reserved: all - own },
    waiting: WAITING,
  });
}
