import type { TrustBundle } from "@veil/crypto";
import { claimRoute } from "@veil/service-kit/claim-routes";
import {
  accessCheckRoutes,
  type CallRoute,
  createInternalApp,
  credentialRoutes,
  type TokenIssuer,
} from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { ClaimSigner } from "@veil/veil/claims";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

export interface WorkerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly issuer: TokenIssuer;
  readonly sign: ClaimSigner;
  /** The routes that call a provider. */
  readonly routes: readonly CallRoute[];
}

export function createApp(deps: WorkerDeps): Express {
  const { log, metrics, trust, issuer, sign, routes } = deps;
  return createInternalApp(
    {
      ...{ service: "inference-worker", allowed: ALLOWED_CALLERS, trust, log, metrics },
      // The caller's request id and trace are ignored, because a sandbox shares no ids with the
      // rest of the system.
      trustCaller: false,
      callRoutes: [...routes, claimRoute(sign)],
    },
    accessCheckRoutes(),
    credentialRoutes(issuer),
  );
}
