import { afterAll, beforeAll, describe } from "@jest/globals";
import { describeAuditExport } from "./suites/audit-export.ts";
import { describeCommandLine } from "./suites/command-line.ts";
import { describeConformance } from "./suites/conformance.ts";
import {
  describeEntityList,
  describeEntityPolicy,
  describeLongEntityList,
} from "./suites/entities.ts";
import { describeIsolation } from "./suites/isolation.ts";
import { describeJoinKey } from "./suites/join-key.ts";
import { describeProviderKeys, describePublishedKeys } from "./suites/keys.ts";
import { describeDelivery, describeNativeRequest } from "./suites/native-call.ts";
import { describeOperatorPages } from "./suites/operations.ts";
import { describeParallelRequests } from "./suites/parallel.ts";
import { describeProvingGround } from "./suites/proving-ground.ts";
import { describeScan } from "./suites/scan.ts";
import { describeSdkCalls } from "./suites/sdk/sdk-calls.ts";
import { describeSdkTools } from "./suites/sdk/sdk-tools.ts";
import { describeShield } from "./suites/shield.ts";
import {
  DIALECTS,
  freshProviderKey,
  type OwnProviders,
  startOwnProviders,
} from "./support/own-providers.ts";
import type { ProviderScenario } from "./support/provider-scenario.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";

let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders();
});
afterAll(() => providers.close());

/**
 * Covers every guarantee that needs running processes but kills none. `cluster` covers the
 * guarantees that depend on the profile.
 */
describeEmbeddedOnly(
  "One stack",
  (scenario) => {
    const operators: ProviderScenario = {
      ...{ scenario, dialect: "anthropic", provider: () => scenario().simulator },
      customer: () => scenario().customer(),
    };
    const customers: ProviderScenario = {
      ...{ scenario, dialect: "openai", provider: () => providers.of.openai },
      customer: () => scenario().customerWithKey(freshProviderKey("openai")),
    };
    describe("A native request with the operator's key, in Anthropic's format", () =>
      describeNativeRequest(operators));
    describe("A native request with a customer's key, in OpenAI's format", () =>
      describeNativeRequest(customers));
    describe("A native request", () => describeDelivery(operators));
    describe("An SDK call with the operator's key", () =>
      describeSdkCalls({ ...operators, credential: "operator" }));
    describe("An SDK call with tools", () => describeSdkTools(operators));
    for (const dialect of DIALECTS)
      describe(`An SDK call with a provider key in its header, to ${dialect}`, () =>
        describeSdkCalls({
          ...{ ...operators, dialect, provider: () => providers.of[dialect] },
          credential: "call",
        }));
    describe("Keys", () => {
      describeProviderKeys(scenario, () => providers);
      describePublishedKeys(scenario);
    });
    describe("Lists of known entities", () => {
      describeEntityList(scenario);
      describeLongEntityList(scenario);
    });
    describe("The entity policy", () => describeEntityPolicy(scenario));
    describe("The sanitiser", () => {
      describeScan(scenario);
      describeShield(scenario);
    });
    describe("The proving ground", () => describeProvingGround(scenario));
    describeIsolation(scenario);
    describeJoinKey(scenario);
    describe("The audit export", () => describeAuditExport(scenario));
    describeConformance(scenario);
    describe("Operations", () => describeOperatorPages(scenario));
    describe("The command line", () => describeCommandLine(scenario));
    describe("Many requests at once", () => describeParallelRequests(scenario));
  },
  {
    env: () => ({
      "edge-gateway": { STREAMING_ENABLED: "true", TOOLS_ENABLED: "true" },
      "inference-worker": { LLM_PROVIDER: "anthropic", PROVIDER_TABLE: providers.table() },
    }),
  },
);
