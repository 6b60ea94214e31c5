/** @all starts a stack with a provider that records requests */
import { afterAll, beforeAll, describe } from "@jest/globals";
import { PortBlock } from "@veil/local-stack";
import { describeCustomersAtOnce } from "./suites/sdk/customers-at-once.ts";
import { describeKnownDefects } from "./suites/sdk/known-defects.ts";
import { describeSdkParameters } from "./suites/sdk/sdk-parameters.ts";
import { describeSdkPositions } from "./suites/sdk/sdk-positions.ts";
import { describeStreamCuts } from "./suites/sdk/stream-cuts.ts";
import { createGate } from "./support/network/gate.ts";
import { DIALECTS, type OwnProviders, startOwnProviders } from "./support/own-providers.ts";
import type { ProviderScenario } from "./support/provider-scenario.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";

const gate = createGate();
const ports = await PortBlock.reserve();
afterAll(() => ports.release());
const inspectorPort = await ports.next();
let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders({ sleep: gate.sleep });
});
afterAll(() => providers.close());

const UNLIMITED = "1000000";

/** Covers the guarantees of the SDK endpoints with all processes of a stack. */
describeEmbeddedOnly(
  "SDK calls",
  (scenario) => {
    const callsTo = (dialect: (typeof DIALECTS)[number]): ProviderScenario => ({
      ...{ scenario, dialect, provider: () => providers.of[dialect] },
      customer: (options) => scenario().customer(options),
    });
    for (const dialect of DIALECTS)
      describe(`To ${dialect}`, () => {
        describeSdkPositions(callsTo(dialect));
        describeKnownDefects(callsTo(dialect));
      });
    describe("To openai in the Responses API", () =>
      describeSdkPositions(callsTo("openai"), "responses"));
    describeSdkParameters(callsTo);
    describeCustomersAtOnce({ ...callsTo("anthropic"), gate, inspectorPort });
    describeStreamCuts({ ...callsTo("anthropic"), gate });
  },
  {
    env: () => ({
      "edge-gateway": {
        ...{ STREAMING_ENABLED: "true", WORKER_CALLS: "256" },
        ...{ CHAT_STREAMING_ENABLED: "true", TOOLS_ENABLED: "true" },
        ...{ CACHE_CONTROL: "forward", THINKING_ENABLED: "true" },
        PER_MINUTE_LIMIT_ENTERPRISE: UNLIMITED,
        NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
      },
      "inference-worker": { PROVIDER_TABLE: providers.table(), WORKER_CONCURRENCY: "256" },
    }),
  },
);
