import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, ERROR_STATUS } from "@veil/contracts/errors";
import {
  type DirectInference,
  InferenceEvent,
  InferenceResult,
  ModelsResult,
  TokenCountResult,
} from "@veil/contracts/inference";
import { checked, checkedJson } from "@veil/contracts/parsing";
import { ServiceCallError, type ServiceClient } from "@veil/http-kit";
import { readEvents } from "@veil/llm-dialects";
import type { Inferences } from "../ports.ts";

const PATH = "/inferences";
const parseResult = checked(InferenceResult);
const parseEvent = checkedJson(InferenceEvent);
const parseTokens = checked(TokenCountResult);
const parseModels = checked(ModelsResult);

interface HttpInferencesOptions {
  readonly timeoutMs: number;
  /** How long a call is sent again and again to a worker that is full. */
  readonly busyMs?: number;
}

const BUSY_PAUSE_MS = 100;

export function createHttpInferences(
  client: ServiceClient,
  { timeoutMs, busyMs = 2_000 }: HttpInferencesOptions,
): Inferences {
  const sent = <T>(signal: AbortSignal, send: () => Promise<T>) =>
    sendUntilTaken(send, signal, busyMs);
  const requestOf = (body: DirectInference, signal: AbortSignal) => ({
    ...{ path: PATH, timeoutMs, body, signal },
  });
  return {
    async whole(job, signal) {
      const request = requestOf({ job, stream: false }, signal);
      return await sent(signal, () => client.call({ ...request, parse: parseResult }));
    },
    async tokens(job, signal) {
      const request = requestOf({ job, stream: false }, signal);
      const call = { ...request, path: "/token-counts", parse: parseTokens };
      return await sent(signal, () => client.call(call));
    },
    async models(body, signal) {
      const request = { path: "/models", timeoutMs, body, signal };
      return await sent(signal, () => client.call({ ...request, parse: parseModels }));
    },
    async *streamed(job, signal) {
      const request = requestOf({ job, stream: true }, signal);
      const { chunks } = await sent(signal, () => client.stream(request));
      try {
        for await (const { data } of readEvents(chunks)) {
          const event = parseEvent(data);
          yield event;
          if (event.type === "end") return;
        }
      } catch (cause) {
        refuse(cause);
      }
      refuse(new Error("The worker's stream ended without its last event"));
    },
  };
}

/** The slots of several replicas may be more than the worker's, and one that ends is free here a moment earlier. */
async function sendUntilTaken<T>(
  send: () => Promise<T>,
  signal: AbortSignal,
  busyMs: number,
): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_PAUSE_MS)
    try {
      return await send();
    } catch (cause) {
      if (!isFull(cause)) refuse(cause);
      if (waitedMs >= busyMs) throw full(cause);
      await sleep(BUSY_PAUSE_MS, undefined, { signal });
    }
}

/** The worker refuses before it calls a provider. */
function isFull(error: unknown): boolean {
  return error instanceof ServiceCallError && error.status === ERROR_STATUS.busy;
}

function full(cause: unknown): ApiError {
  return new ApiError("server_busy", "Too many calls are in flight", {
    cause,
    retryAfterSeconds: 1,
  });
}

function refuse(cause: unknown): never {
  throw new ApiError("inference_service_unavailable", "Inference is not available right now", {
    cause,
    retryAfterSeconds: 5,
  });
}
