import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import {
  type DirectInference,
  InferenceEvent,
  InferenceResult,
  type ModelsQuery,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import { checked, checkedJson } from "@veil/contracts/parsing";
import { readEvents } from "@veil/llm-dialects";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import { type Inferences, UnsentError } from "./ports.ts";

const PATH = "/inferences";
const parseResult = checked(InferenceResult);
const parseEvent = checkedJson(InferenceEvent);
const parseTokens = checked(TokenCountResult);
const parseModels = checked(ModelsResult);

interface HttpInferencesOptions {
  /** How long a call may take, from its start to the end of its answer. */
  readonly timeoutMs: number;
  /** A worker that sends neither an answer nor a heartbeat for this long counts as frozen. */
  readonly silenceMs: number;
  /** How long the gateway retries a call while the worker is full. */
  readonly busyMs?: number;
}

const BUSY_PAUSE_MS = 100;

/**
 * Creates the HTTP client of the worker. After a time-out, each call waits until the worker
 * responds to a probe. Otherwise a frozen worker would receive every call and hold it until the
 * call's own time-out.
 */
export function createHttpInferences(
  client: ServiceClient,
  { timeoutMs, silenceMs, busyMs = 2_000 }: HttpInferencesOptions,
): Inferences {
  const worker = createWorkerProbe(client);

  async function sent<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> {
    await worker.requireAlive();
    return await sendUntilTaken(send, signal, busyMs).catch(worker.refuse);
  }

  async function whole<T>(request: WholeRequest<T>): Promise<T> {
    return await sent(request.signal, () => client.call({ timeoutMs, silenceMs, ...request }));
  }

  /**
   * Heartbeats prevent the `silenceMs` time-out, so a stream without an `end` is stopped at
   * `timeoutMs`.
   */
  async function* streamed(body: DirectInference, outer: AbortSignal) {
    const late = new AbortController();
    const onLate = () => late.abort(new DOMException("The time is up", "TimeoutError"));
    const timer = setTimeout(onLate, timeoutMs);
    try {
      yield* received(body, AbortSignal.any([outer, late.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async function* received(body: DirectInference, signal: AbortSignal) {
    const request = { path: PATH, timeoutMs: silenceMs, body, signal };
    const { chunks } = await sent(signal, () => client.stream(request));
    try {
      for await (const { data } of readEvents(chunks)) {
        const event = parseEvent(data);
        yield event;
        if (event.type === "end") return;
      }
    } catch (cause) {
      worker.refuse(cause);
    }
    worker.refuse(new Error("The worker's stream ended without its last event"));
  }

  return {
    whole: (job, signal) =>
      whole({ path: PATH, body: { job, stream: false }, signal, parse: parseResult }),
    tokens: (job, signal) =>
      whole({ path: "/token-counts", body: { job, stream: false }, signal, parse: parseTokens }),
    models: (body, signal) => whole({ path: "/models", body, signal, parse: parseModels }),
    streamed: (job, signal) => streamed({ job, stream: true }, signal),
  };
}

interface WholeRequest<T> {
  readonly path: string;
  readonly body: DirectInference | ModelsQuery;
  readonly signal: AbortSignal;
  readonly parse: (body: unknown) => T;
}

const PROBE_TIMEOUT_MS = 500;

function createWorkerProbe(client: ServiceClient) {
  let isSuspect = false;
  let probing: Promise<void> | undefined;

  async function probe(): Promise<void> {
    const parse = () => undefined;
    await client.call({ path: "/door", timeoutMs: PROBE_TIMEOUT_MS, parse });
    isSuspect = false;
  }

  return {
    /** Waits until a worker that may be frozen responds to a probe. @throws UnsentError */
    async requireAlive(): Promise<void> {
      if (!isSuspect) return;
      probing ??= probe().finally(() => {
        probing = undefined;
      });
      await probing.catch((cause: unknown) => {
        throw unavailable(UnsentError, { cause });
      });
    },
    refuse(cause: unknown): never {
      if (isFull(cause))
        throw new UnsentError("server_busy", "Too many calls are in flight", {
          cause,
          retryAfterSeconds: 1,
        });
      const isFailure = cause instanceof ServiceCallError;
      if (isFailure && cause.failure === "timeout") isSuspect = true;
      if (isFailure && cause.isUndelivered) throw unavailable(UnsentError, { cause });
      // The provider may already be processing the call and would charge for a retry as well.
      throw unavailable(ApiError, { cause, shouldRetry: false });
    },
  };
}

function unavailable(
  Refusal: typeof ApiError,
  options: { readonly cause: unknown; readonly shouldRetry?: false },
): ApiError {
  const message = "Inference is not available right now";
  return new Refusal("inference_service_unavailable", message, {
    ...options,
    retryAfterSeconds: 5,
  });
}

/**
 * Retries the call while the worker is full. That happens because the replicas may have more slots
 * than the worker, and because a slot becomes free here slightly earlier than at the worker.
 */
async function sendUntilTaken<T>(
  send: () => Promise<T>,
  signal: AbortSignal,
  busyMs: number,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_PAUSE_MS)
    try {
      return await send();
    } catch (cause) {
      if (!isFull(cause) || waitedMs >= busyMs) throw cause;
      await sleep(BUSY_PAUSE_MS, undefined, { signal }).catch(() => {
        throw cause;
      });
    }
}

/**
 * Returns whether the worker refused the call because it is full, which it does before it calls a
 * provider.
 */
function isFull(error: unknown): boolean {
  return error instanceof ServiceCallError && error.status === ERROR_STATUS.busy;
}
