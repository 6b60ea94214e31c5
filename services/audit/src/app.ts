import type { TrustBundle } from "@veil/crypto";
import { accessCheckRoutes, createInternalApp } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { Express, RequestHandler } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { CheckpointStore } from "./checkpoints/checkpoint-ports.ts";
import type { ReadLogStart } from "./domain/log-start.ts";
import type { LogTree } from "./domain/log-tree.ts";
import type { EventStore } from "./ports.ts";
import { proofRoutes } from "./routes/prove-events.ts";
import { queryRoutes } from "./routes/query-events.ts";
import { leafRoutes } from "./routes/read-leaves.ts";
import { verificationRoutes } from "./routes/verify-events.ts";

export interface AuditDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly store: Pick<EventStore, "newest" | "head" | "readAfter">;
  readonly checkpoints: CheckpointStore;
  readonly tree: LogTree;
  readonly witnesses: readonly string[];
  readonly readLogStart: ReadLogStart;
  /** Routes of the HTTP transport. Absent when events arrive through the broker. */
  readonly eventRoutes?: RequestHandler;
}

export function createApp(deps: AuditDeps): Express {
  const { log, metrics, trust, store, readLogStart, eventRoutes } = deps;
  return createInternalApp(
    { service: "audit", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
    accessCheckRoutes(),
    queryRoutes(store),
    verificationRoutes(store, readLogStart),
    proofRoutes(deps),
    leafRoutes(deps),
    ...(eventRoutes === undefined ? [] : [eventRoutes]),
  );
}
