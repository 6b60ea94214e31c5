import { ApiError } from "@veil/contracts/errors";
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
import { UnsentError } from "../domain/unsent-error.ts";
import type { Inferences } from "../ports.ts";

const PATH = "/inferences";
const parseResult = checked(InferenceResult);
const parseEvent = checkedJson(InferenceEvent);
const parseTokens = checked(TokenCountResult);
const parseModels = checked(ModelsResult);

interface HttpInferencesOptions {
  readonly timeoutMs: number;
}

export function createHttpInferences(
  client: ServiceClient,
  { timeoutMs }: HttpInferencesOptions,
): Inferences {
  const requestOf = (body: DirectInference, signal: AbortSignal) => ({
    ...{ path: PATH, timeoutMs, body, signal },
  });
  return {
    async whole(job, signal) {
      const request = requestOf({ job, stream: false }, signal);
      return await client.call({ ...request, parse: parseResult }).catch(refuse);
    },
    async tokens(job, signal) {
      const request = requestOf({ job, stream: false }, signal);
      return await client
        .call({ ...request, path: "/token-counts", parse: parseTokens })
        .catch(refuse);
    },
    async models(body, signal) {
      const request = { path: "/models", timeoutMs, body, signal };
      return await client.call({ ...request, parse: parseModels }).catch(refuse);
    },
    async *streamed(job, signal) {
      const request = requestOf({ job, stream: true }, signal);
      const { chunks } = await client.stream(request).catch(refuse);
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

function refuse(cause: unknown): never {
  const message = "Inference is not available right now";
  const options = { cause, retryAfterSeconds: 5 };
  if (cause instanceof ServiceCallError && cause.isUndelivered)
    throw new UnsentError("inference_service_unavailable", message, options);
  // The provider may be working on it, and a repetition would be paid for as well.
  throw new ApiError("inference_service_unavailable", message, { ...options, shouldRetry: false });
}
