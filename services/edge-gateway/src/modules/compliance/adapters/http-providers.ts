import { ApiError } from "@veil/contracts/errors";
import { ProvidersResult } from "@veil/contracts/inference";
import { checked } from "@veil/contracts/parsing";
import type { ServiceClient } from "@veil/service-kit/http";
import type { Providers } from "../ports.ts";

const TIMEOUT_MS = 2_000;
const parse = checked(ProvidersResult);

/** Returns a function that reads from the worker where it sends prompts. */
export function createHttpProviders(worker: Pick<ServiceClient, "call">): Providers {
  return async function readProviders() {
    const request = { path: "/providers", body: {}, timeoutMs: TIMEOUT_MS, parse };
    try {
      return (await worker.call(request)).providers;
    } catch (cause) {
      const message = "It is not known right now to which providers the worker sends prompts";
      throw new ApiError("inference_service_unavailable", message, { cause, retryAfterSeconds: 5 });
    }
  };
}
