import { createOpsApp } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import type { JobSource } from "@veil/transport/jobs";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

interface OperationsDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly source: Pick<JobSource, "state">;
}

/** The operator's side. The provider is no part of readiness: its failures are answers to jobs. */
export function createOperations({ log, metrics, source }: OperationsDeps): Express {
  return createOpsApp({
    service: "inference-worker",
    log,
    metrics,
    ready: async () => [{ name: "transport", ok: source.state() === "up" }],
    invariant: async () => INVARIANT,
  });
}

/** What the service can say of itself; whether the fence holds is for the gateway's probe to find out. */
const INVARIANT = {
  zone: "inference",
  allowed_callers: ALLOWED_CALLERS,
  calls: ["provider"],
  never_sees: ["customer_id", "email", "raw_context", "placeholder_map"],
};
