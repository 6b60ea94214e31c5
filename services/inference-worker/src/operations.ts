import { createOpsApp } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { JobSource } from "@veil/transport/jobs";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { DirectCalls } from "./routes/direct-calls.ts";

interface OperationsDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly source: Pick<JobSource, "state">;
  readonly calls: Pick<DirectCalls, "isOpen">;
}

/**
 * Creates the operator's routes. Readiness does not include the provider, whose failures are
 * reported in the results of jobs.
 */
export function createOperations({ log, metrics, source, calls }: OperationsDeps): Express {
  return createOpsApp({
    service: "inference-worker",
    log,
    metrics,
    ready: async () => [
      { name: "transport", ok: source.state() === "up" },
      { name: "direct_calls", ok: calls.isOpen() },
    ],
    invariant: async () => INVARIANT,
  });
}

/** What the service states about itself. Only the gateway's probe can verify the isolation. */
const INVARIANT = {
  zone: "inference",
  allowed_callers: ALLOWED_CALLERS,
  calls: ["provider"],
  never_sees: ["customer_id", "email", "raw_context", "placeholder_map"],
};
