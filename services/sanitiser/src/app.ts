import type { TrustBundle } from "@veil/crypto";
import { claimRoute } from "@veil/service-kit/claim-routes";
import { accessCheckRoutes, createInternalApp } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { ClaimSigner } from "@veil/veil/claims";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { PoolOfSize } from "./domain/pick-pool.ts";
import { sanitiseRoute } from "./routes/sanitise.ts";

export interface SanitiserDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly pools: () => readonly PoolOfSize[];
  readonly sign: ClaimSigner;
}

export function createApp({ log, metrics, trust, pools, sign }: SanitiserDeps): Express {
  return createInternalApp(
    {
      ...{ service: "sanitiser", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
      callRoutes: [sanitiseRoute(pools, log), claimRoute(sign)],
    },
    accessCheckRoutes(),
  );
}
