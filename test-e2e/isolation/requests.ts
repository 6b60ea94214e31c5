import { describe } from "@jest/globals";
import { describeEntityList } from "../suites/entities.ts";
import { describeIsolation } from "../suites/isolation.ts";
import { describeProviderKeys, describePublishedKeys } from "../suites/keys.ts";
import { describeDelivery, describeNativeRequest } from "../suites/native-call.ts";
import { describeScan } from "../suites/scan.ts";
import { freshProviderKey } from "../support/own-providers.ts";
import type { ProviderScenario } from "../support/provider-scenario.ts";
import { type StackEnv, withEasyLimits } from "../support/scenario.ts";
import type { Isolated } from "./stack/open-isolated.ts";

export const REQUESTS_ENV: StackEnv = withEasyLimits({
  "edge-gateway": { ISOLATION_PROBE_INTERVAL_MS: "300" },
});

/** Defines tests that together use every connection that the policies must allow. */
export function describeRequests(isolated: () => Isolated): void {
  const scenario = () => isolated().scenario;
  /**
   * The manifests contain the operator's key for Anthropic. Calls to OpenAI use a customer's key.
   */
  const operators: ProviderScenario = {
    ...{ scenario, dialect: "anthropic", provider: () => isolated().providers.of.anthropic },
    customer: () => scenario().customer(),
  };
  const customers: ProviderScenario = {
    ...{ scenario, dialect: "openai", provider: () => isolated().providers.of.openai },
    customer: () => scenario().customerWithKey(freshProviderKey("openai")),
  };
  describe("A native request with the operator's key", () => {
    describeNativeRequest(operators);
    describeDelivery(operators);
  });
  describe("A native request with a customer's key", () => describeNativeRequest(customers));
  describeProviderKeys(scenario, () => isolated().providers);
  describePublishedKeys(scenario);
  describeEntityList(scenario);
  describeScan(scenario);
  describeIsolation(scenario);
}
