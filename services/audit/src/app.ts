import type { TrustBundle } from "@veil/crypto";
import { accessCheckRoutes, createInternalApp } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import type { Express, RequestHandler } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { EventStore } from "./ports.ts";
import { queryRoutes } from "./routes/query-events.ts";
import { verificationRoutes } from "./routes/verify-events.ts";

export interface AuditDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly store: Pick<EventStore, "newest" | "head" | "readAfter">;
  /** Of the HTTP transport; absent with the broker. */
  readonly eventRoutes?: RequestHandler;
}

export function createApp({ log, metrics, trust, store, eventRoutes }: AuditDeps): Express {
  return createInternalApp(
    { service: "audit", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
    accessCheckRoutes(),
    queryRoutes(store),
    verificationRoutes(store),
    ...(eventRoutes === undefined ? [] : [eventRoutes]),
  );
}
