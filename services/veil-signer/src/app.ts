import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest } from "@veil/contracts/signer";
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
import { getManifestRoute } from "./routes/get-manifest.ts";

export interface SignerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  /** Undefined: not started. */
  readonly manifest: () => SignedManifest | undefined;
  readonly nowMs: Clock;
}

export function createApp({ log, metrics, trust, manifest, nowMs }: SignerDeps): Express {
  const app = express().disable("x-powered-by");
  app.use(requestContext({ log, metrics, trustCaller: true }));
  app.use(requireCaller({ service: "veil-signer", allowed: ALLOWED_CALLERS, trust }));
  getManifestRoute(app, manifest, nowMs);
  app.use(accessCheckRoutes());
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
