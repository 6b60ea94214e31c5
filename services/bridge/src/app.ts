import type { RandomBytes, TrustBundle } from "@veil/crypto";
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
import express, { type Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { KeyRing } from "./ports.ts";
import { createTokensRoute } from "./routes/create-tokens.ts";

export interface BridgeDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly issuer: TokenIssuer;
  readonly keyRing: KeyRing;
  readonly random: RandomBytes;
}

export function createApp({ log, metrics, trust, issuer, keyRing, random }: BridgeDeps): Express {
  const app = express().disable("x-powered-by").disable("etag");
  app.use(requestContext({ log, metrics, trustCaller: true }));
  app.use(requireCaller({ service: "bridge", allowed: ALLOWED_CALLERS, trust }));
  createTokensRoute(app, { keyRing, random, log });
  app.use(accessCheckRoutes(), credentialRoutes(issuer));
  app.use(notFound);
  app.use(errorHandler(log));
  return app;
}
