/** @all starts a stack on RabbitMQ and Redis */
import { describe } from "@jest/globals";
import { describeAuditExport } from "./suites/audit-export.ts";
import { describeConformance, ROWS_OF_EACH_PROFILE } from "./suites/conformance.ts";
import { describeIsolation } from "./suites/isolation.ts";
import { describeJoinKey } from "./suites/join-key.ts";
import { describeDelivery, describeNativeRequest } from "./suites/native-call.ts";
import { describeOperatorPages } from "./suites/operations.ts";
import { describeParallelRequests } from "./suites/parallel.ts";
import { describeReplicas } from "./suites/replicas.ts";
import { describeScanCap } from "./suites/scan.ts";
import { describeSdkCalls } from "./suites/sdk/sdk-calls.ts";
import { describeSdkTools } from "./suites/sdk/sdk-tools.ts";
import type { ProviderScenario } from "./support/provider-scenario.ts";
import { describeClusterOnly } from "./support/scenario.ts";

/**
 * Covers the behavior that differs with RabbitMQ and a shared Redis. The suite kills no process.
 */
describeClusterOnly(
  "One stack",
  (scenario) => {
    const own: ProviderScenario = {
      ...{ scenario, dialect: "openai", provider: () => scenario().simulator },
      customer: () => scenario().customer(),
    };
    describe("A native request", () => {
      describeNativeRequest(own);
      describeDelivery(own);
    });
    describe("An SDK call", () => describeSdkCalls({ ...own, credential: "operator" }));
    describe("An SDK call with tools", () => describeSdkTools(own));
    describe("Replicas", () => {
      describeReplicas(scenario);
      describeScanCap(scenario);
    });
    describeIsolation(scenario);
    describeJoinKey(scenario);
    describe("The audit export", () => describeAuditExport(scenario));
    describeConformance(scenario, ROWS_OF_EACH_PROFILE);
    describe("Operations", () => describeOperatorPages(scenario));
    describe("Many requests at once", () => describeParallelRequests(scenario));
  },
  {
    env: () => ({
      "edge-gateway": { TOOLS_ENABLED: "true" },
      "inference-worker": { LLM_PROVIDER: "openai" },
    }),
  },
);
