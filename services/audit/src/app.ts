import type { TrustBundle } from "@veil/crypto";
import {
  accessCheckRoutes,
  errorHandler,
  notFound,
  requestContext,
  requireCaller,
} from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type Express, type RequestHandler } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

export interface AuditDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  /** Of the HTTP transport; absent with the broker. */
  readonly eventRoutes?: RequestHandler;
}

export function createApp({ log, metrics, trust, eventRoutes }: AuditDeps): Express {
  const app = express().disable("x-powered-by");
  app.use(requestContext({ log, metrics, trustCaller: true }));
  app.use(requireCaller({ service: "audit", allowed: ALLOWED_CALLERS, trust }));
  app.use(accessCheckRoutes());
  if (eventRoutes !== undefined) app.use(eventRoutes);
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
