import type { TrustBundle } from "@veil/crypto";
import { claimRoutes } from "@veil/service-kit/claim-routes";
import {
  accessCheckRoutes,
  createInternalApp,
  credentialRoutes,
  type TokenIssuer,
} from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { ClaimSigner } from "@veil/veil/claims";
import type { Express, RequestHandler } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";

export interface WorkerDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly issuer: TokenIssuer;
  readonly sign: ClaimSigner;
  /** Routes that return the result in the response. */
  readonly directRoutes: readonly RequestHandler[];
  /** Routes of the HTTP transport. Absent when jobs arrive through the broker. */
  readonly jobRoutes?: RequestHandler;
}

export function createApp(deps: WorkerDeps): Express {
  const { log, metrics, trust, issuer, sign, directRoutes, jobRoutes } = deps;
  return createInternalApp(
    {
      ...{ service: "inference-worker", allowed: ALLOWED_CALLERS, trust, log, metrics },
      // The caller's request id and trace are ignored, because a sandbox shares no ids with the
      // rest of the system.
      trustCaller: false,
    },
    accessCheckRoutes(),
    credentialRoutes(issuer),
    claimRoutes(sign),
    ...directRoutes,
    ...(jobRoutes === undefined ? [] : [jobRoutes]),
  );
}
