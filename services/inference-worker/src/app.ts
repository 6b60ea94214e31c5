import type { TrustBundle } from "@veil/crypto";
import {
  accessCheckRoutes,
  credentialRoutes,
  errorHandler,
  notFound,
  requestContext,
  requireCaller,
  type TokenIssuer,
} from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type Express, type RequestHandler } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

export interface WorkerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly issuer: TokenIssuer;
  readonly inferences: RequestHandler;
  /** Of the HTTP transport; absent with the broker. */
  readonly jobRoutes?: RequestHandler;
}

export function createApp(deps: WorkerDeps): Express {
  const { log, metrics, trust, issuer, inferences, jobRoutes } = deps;
  const app = express().disable("x-powered-by").disable("etag");
  // Ids of the caller are not used: a sandbox shares none with the rest of the system.
  app.use(requestContext({ log, metrics }));
  app.use(requireCaller({ service: "inference-worker", allowed: ALLOWED_CALLERS, trust }));
  app.use(accessCheckRoutes(), credentialRoutes(issuer));
  app.use(inferences);
  if (jobRoutes !== undefined) app.use(jobRoutes);
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
