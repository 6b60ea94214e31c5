import type { TrustBundle } from "@veil/crypto";
import {
  accessCheckRoutes,
  errorHandler,
  notFound,
  requestContext,
  requireCaller,
} from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { PoolOfSize } from "./domain/pick-pool.ts";
import { sanitiseRoute } from "./routes/sanitise.ts";

export interface SanitiserDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly pools: () => readonly PoolOfSize[];
}

export function createApp({ log, metrics, trust, pools }: SanitiserDeps): Express {
  const app = express().disable("x-powered-by").disable("etag");
  app.use(requestContext({ log, metrics, trustCaller: true }));
  app.use(requireCaller({ service: "sanitiser", allowed: ALLOWED_CALLERS, trust }));
  sanitiseRoute(app, pools, log);
  app.use(accessCheckRoutes());
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
