import { afterAll, beforeAll, describe } from "@jest/globals";
import {
  describeEntityList,
  describeEntityPolicy,
  describeLongEntityList,
} from "./suites/entities.ts";
import { describeIsolation } from "./suites/isolation.ts";
import { describeJoinKey } from "./suites/join-key.ts";
import { describeProviderKeys, describePublishedKeys } from "./suites/keys.ts";
import { describeDelivery, describeRoad } from "./suites/native-call.ts";
import { describeOperatorPages } from "./suites/operations.ts";
import { describeParallelRequests } from "./suites/parallel.ts";
import { describeProvingGround } from "./suites/proving-ground.ts";
import { describeScan } from "./suites/scan.ts";
import { describeShield } from "./suites/shield.ts";
import { freshProviderKey, type OwnProviders, startOwnProviders } from "./support/own-providers.ts";
import type { Side } from "./support/side.ts";
import { describeEmbeddedOnly } from "./support/world.ts";

let providers: OwnProviders;
beforeAll(async () => {
  providers = await startOwnProviders();
});
afterAll(() => providers.close());

/** One stack for every guarantee that needs processes and kills none; the profile matters to few of them: see `cluster`. */
describeEmbeddedOnly(
  "One stack",
  (world) => {
    const operators: Side = {
      ...{ world, dialect: "anthropic", provider: () => world().simulator },
      customer: () => world().customer(),
    };
    const customers: Side = {
      ...{ world, dialect: "openai", provider: () => providers.of.openai },
      customer: () => world().customerWithKey(freshProviderKey("openai")),
    };
    describe("A native request with the operator's key, to Anthropic's format", () =>
      describeRoad(operators));
    describe("A native request with a customer's key, to OpenAI's format", () =>
      describeRoad(customers));
    describe("A native request", () => describeDelivery(operators));
    describe("Keys", () => {
      describeProviderKeys(world, () => providers);
      describePublishedKeys(world);
    });
    describe("Lists of known entities", () => {
      describeEntityList(world);
      describeLongEntityList(world);
    });
    describe("The entity policy", () => describeEntityPolicy(world));
    describe("The sanitiser", () => {
      describeScan(world);
      describeShield(world);
    });
    describe("The proving ground", () => describeProvingGround(world));
    describeIsolation(world);
    describeJoinKey(world);
    describe("Operations", () => describeOperatorPages(world));
    describe("Many requests at once", () => describeParallelRequests(world));
  },
  {
    env: () => ({
      "inference-worker": { LLM_PROVIDER: "anthropic", PROVIDER_TABLE: providers.table() },
    }),
  },
);
