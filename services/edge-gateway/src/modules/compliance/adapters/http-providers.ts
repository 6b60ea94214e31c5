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
    return (await worker.call(request)).providers;
  };
}
