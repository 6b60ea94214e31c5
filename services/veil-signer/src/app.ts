import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest } from "@veil/contracts/signer";
import type { TrustBundle } from "@veil/crypto";
import { accessCheckRoutes, createInternalApp } from "@veil/http-kit";
import type { Logger, Metrics } from "@veil/telemetry";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import { manifestRoutes } from "./routes/get-manifest.ts";

export interface SignerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  /** Undefined: not started. */
  readonly manifest: () => SignedManifest | undefined;
  readonly nowMs: Clock;
}

export function createApp({ log, metrics, trust, manifest, nowMs }: SignerDeps): Express {
  return createInternalApp(
    { service: "veil-signer", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
    manifestRoutes(manifest, nowMs),
    accessCheckRoutes(),
  );
}
