import type { TrustBundle } from "@veil/crypto";
import { accessCheckRoutes, createInternalApp } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import type { Express, RequestHandler } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

export interface AuditDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  /** Of the HTTP transport; absent with the broker. */
  readonly eventRoutes?: RequestHandler;
}

export function createApp({ log, metrics, trust, eventRoutes }: AuditDeps): Express {
  return createInternalApp(
    { service: "audit", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
    accessCheckRoutes(),
    ...(eventRoutes === undefined ? [] : [eventRoutes]),
  );
}
