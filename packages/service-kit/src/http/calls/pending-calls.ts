import { systemRandomBytes } from "@veil/crypto";
import { HttpError, type WholeResponse } from "../client/http-client.ts";
import type { AnswerMessage } from "./messages.ts";

export interface WaitLimits {
  readonly timeoutMs: number;
  /** The longest time in which the callee may send nothing at all, not even a pong. */
  readonly silenceMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface PendingCalls {
  readonly size: number;
  /** Waits for the answer to a call that `send` sends. @throws HttpError */
  add(limits: WaitLimits, send: (id: number) => void): Promise<WholeResponse>;
  settle(answer: AnswerMessage): void;
  failAll(cause: Error): void;
}

/** What calls need from their connection. */
interface Callee {
  /** When the last bytes arrived. */
  receivedAtMs(): number;
  ping(): void;
  cancel(id: number): void;
  /** Is called when the callee may have frozen. */
  onSilence(): void;
  /** Is called when the last call has ended. */
  onEmpty(): void;
}

interface Pending {
  end(): void;
  resolve(response: WholeResponse): void;
  reject(error: HttpError): void;
}

const MAX_ID = 2 ** 32;
const CHECKS_A_SILENCE = 4;

/** Creates the list of a connection's calls that have no answer yet. */
export function createPendingCalls(callee: Callee): PendingCalls {
  const pending = new Map<number, Pending>();
  // Ids belong to one connection, and do not show how many calls it has carried.
  let lastId = systemRandomBytes(4).readUInt32BE();

  function take(id: number): Pending | undefined {
    const call = pending.get(id);
    if (call === undefined) return undefined;
    pending.delete(id);
    call.end();
    if (pending.size === 0) callee.onEmpty();
    return call;
  }

  function giveUp(id: number, error: HttpError): void {
    callee.cancel(id);
    take(id)?.reject(error);
  }

  return {
    get size() {
      return pending.size;
    },
    add(limits, send) {
      const { signal } = limits;
      if (signal?.aborted) return Promise.reject(abortedBy(signal));
      lastId = (lastId + 1) % MAX_ID;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const end = limitCall(limits, callee, (error) => giveUp(id, error));
        pending.set(id, { end, resolve, reject });
        send(id);
      });
    },
    settle({ id, status, body }) {
      const bytes = status < 300 ? body : new Uint8Array();
      take(id)?.resolve({ status, headers: {}, bytes });
    },
    failAll(cause) {
      for (const id of [...pending.keys()])
        take(id)?.reject(new HttpError("interrupted", { cause }));
    },
  };
}

/** Starts the limits of a call. @returns the function that stops them */
function limitCall(
  { timeoutMs, silenceMs, signal }: WaitLimits,
  callee: Callee,
  giveUp: (error: HttpError) => void,
): () => void {
  const startedAtMs = performance.now();
  const onLate = () => {
    if (callee.receivedAtMs() <= startedAtMs) callee.onSilence();
    giveUp(timedOut());
  };
  let seenAtMs = startedAtMs;
  let silentChecks = 0;
  // Counts checks, not time: a process that was blocked checks before it reads what has arrived.
  const checkSilence = () => {
    const isSilent = callee.receivedAtMs() <= seenAtMs;
    silentChecks = isSilent ? silentChecks + 1 : 0;
    if (silentChecks < CHECKS_A_SILENCE) {
      seenAtMs = performance.now();
      return callee.ping();
    }
    callee.onSilence();
    giveUp(timedOut());
  };
  const timer = setTimeout(onLate, timeoutMs);
  const checks = silenceMs && setInterval(checkSilence, silenceMs / CHECKS_A_SILENCE);
  const onAbort = () => giveUp(abortedBy(signal));
  signal?.addEventListener("abort", onAbort);
  return () => {
    clearTimeout(timer);
    clearInterval(checks);
    signal?.removeEventListener("abort", onAbort);
  };
}

function timedOut(): HttpError {
  return new HttpError("timeout");
}

/** Returns the error of a call whose signal has aborted, as the HTTP client does. */
function abortedBy(signal: AbortSignal | undefined): HttpError {
  const cause: unknown = signal?.reason;
  const isLate = (cause as Partial<Error> | undefined)?.name === "TimeoutError";
  return new HttpError(isLate ? "timeout" : "interrupted", { cause });
}
