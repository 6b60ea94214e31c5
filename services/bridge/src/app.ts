import type { RandomBytes, TrustBundle } from "@veil/crypto";
import { claimRoute } from "@veil/service-kit/claim-routes";
import {
  accessCheckRoutes,
  createInternalApp,
  credentialRoutes,
  type TokenIssuer,
} from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { ClaimMaker, ClaimSigner } from "@veil/veil/claims";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { KeyRing } from "./ports.ts";
import { tokenRoute } from "./routes/create-tokens.ts";

export interface BridgeDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly issuer: TokenIssuer;
  readonly keyRing: KeyRing;
  readonly random: RandomBytes;
  readonly maker: ClaimMaker;
  readonly sign: ClaimSigner;
}

export function createApp(deps: BridgeDeps): Express {
  const { log, metrics, trust, issuer, keyRing, random, maker, sign } = deps;
  return createInternalApp(
    {
      ...{ service: "bridge", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
      callRoutes: [tokenRoute({ keyRing, random, log, maker }), claimRoute(sign)],
    },
    accessCheckRoutes(),
    credentialRoutes(issuer),
  );
}
