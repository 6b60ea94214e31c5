import type { TrustBundle } from "@veil/crypto";
import {
  credentialRoutes,
  doorRoutes,
  errorHandler,
  notFound,
  requestContext,
  requireCaller,
  type TokenIssuer,
} from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import express, { type Express, type RequestHandler } from "express";

export const ALLOWED_CALLERS = ["edge-gateway"] as const;

export interface WorkerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly issuer: TokenIssuer;
  /** Where the HTTP transport takes jobs in; absent when they come from the broker. */
  readonly jobRoutes?: RequestHandler;
}

export function createApp({ log, metrics, trust, issuer, jobRoutes }: WorkerDeps): Express {
  const app = express().disable("x-powered-by").disable("etag");
  // The caller's ids are not taken over: a sandbox shares none with the rest of the system.
  app.use(requestContext({ log, metrics }));
  app.use(requireCaller({ service: "inference-worker", allowed: ALLOWED_CALLERS, trust }));
  app.use(doorRoutes(), credentialRoutes(issuer));
  if (jobRoutes !== undefined) app.use(jobRoutes);
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
