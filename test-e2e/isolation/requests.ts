import { describe } from "@jest/globals";
import { describeEntityList } from "../suites/entities.ts";
import { describeIsolation } from "../suites/isolation.ts";
import { describeProviderKeys, describePublishedKeys } from "../suites/keys.ts";
import { describeDelivery, describeRoad } from "../suites/native-call.ts";
import { describeScan } from "../suites/scan.ts";
import { freshProviderKey } from "../support/own-providers.ts";
import type { Side } from "../support/side.ts";
import { type StackEnv, withEasyLimits } from "../support/world.ts";
import type { Isolated } from "./stack/open-isolated.ts";

/** Settings that the suites count on; everything else is as the manifests have it. */
export const REQUESTS_ENV: StackEnv = withEasyLimits({
  "edge-gateway": { ISOLATION_PROBE_INTERVAL_MS: "300" },
});

/** One request of each kind, so that every connection is used that the policies have to let pass. */
export function describeRequests(isolated: () => Isolated): void {
  const world = () => isolated().world;
  /** The manifests have the operator's key for Anthropic; the other provider is reached with a customer's. */
  const operators: Side = {
    ...{ world, dialect: "anthropic", provider: () => isolated().providers.of.anthropic },
    customer: () => world().customer(),
  };
  const customers: Side = {
    ...{ world, dialect: "openai", provider: () => isolated().providers.of.openai },
    customer: () => world().customerWithKey(freshProviderKey("openai")),
  };
  describe("A native request with the operator's key", () => {
    describeRoad(operators);
    describeDelivery(operators);
  });
  describe("A native request with a customer's key", () => describeRoad(customers));
  describeProviderKeys(world, () => isolated().providers);
  describePublishedKeys(world);
  describeEntityList(world);
  describeScan(world);
  describeIsolation(world);
}
