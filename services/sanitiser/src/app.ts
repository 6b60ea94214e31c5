import type { TrustBundle } from "@veil/crypto";
import { claimRoute } from "@veil/service-kit/claim-routes";
import { accessCheckRoutes, createInternalApp } from "@veil/service-kit/http";
import type { Logger, Metrics } from "@veil/service-kit/telemetry";
import type { ClaimSigner } from "@veil/veil/claims";
import type { Express } from "express";
import { ALLOWED_CALLERS } from "./allowed-callers.ts";
import type { PoolOfSize } from "./domain/pick-pool.ts";
import type { SearchLists } from "./ports.ts";
import { sanitiseRoute } from "./routes/sanitise.ts";
import { searchListsRoute } from "./routes/search-lists.ts";

export interface SanitiserDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trust: TrustBundle;
  readonly pools: () => readonly PoolOfSize[];
  readonly searchLists: SearchLists;
  readonly sign: ClaimSigner;
}

export function createApp(deps: SanitiserDeps): Express {
  const { log, metrics, trust, pools, searchLists, sign } = deps;
  return createInternalApp(
    {
      ...{ service: "sanitiser", allowed: ALLOWED_CALLERS, trust, log, metrics, trustCaller: true },
      callRoutes: [sanitiseRoute(pools, log), searchListsRoute(searchLists), claimRoute(sign)],
    },
    accessCheckRoutes(),
  );
}
