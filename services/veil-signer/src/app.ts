import type { Clock } from "@veil/contracts/clock";
import type { SignedManifest } from "@veil/contracts/signer";
import type { TrustBundle } from "@veil/crypto";
import { accessCheckRoutes, createInternalApp } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { CertificateSigner } from "./domain/certificate-signer.ts";
import { manifestRoutes } from "./routes/get-manifest.ts";
import { certificateRoutes } from "./routes/sign-certificates.ts";

export interface SignerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  /** Returns the manifest, or undefined until the signer has started. */
  readonly manifest: () => SignedManifest | undefined;
  readonly sign: CertificateSigner;
  readonly onDecided: (outcome: "signed" | "refused") => void;
  readonly nowMs: Clock;
}

export function createApp(deps: SignerDeps): Express {
  const { log, metrics, trust, manifest, nowMs } = deps;
  return createInternalApp(
    { service: "veil-signer", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
    manifestRoutes(manifest, nowMs),
    certificateRoutes(deps),
    accessCheckRoutes(),
  );
}
