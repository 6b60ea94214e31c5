import { describe } from "@jest/globals";
import { describeIsolation } from "./suites/isolation.ts";
import { describeJoinKey } from "./suites/join-key.ts";
import { describeDelivery, describeRoad } from "./suites/native-call.ts";
import { describeOperatorPages } from "./suites/operations.ts";
import { describeParallelRequests } from "./suites/parallel.ts";
import { describeReplicas } from "./suites/replicas.ts";
import { describeScanCap } from "./suites/scan.ts";
import type { Side } from "./support/side.ts";
import { describeClusterOnly } from "./support/world.ts";

/** What goes another way when jobs and events go through RabbitMQ and replicas share Redis; nothing is killed. */
describeClusterOnly(
  "One stack",
  (world) => {
    const side: Side = {
      ...{ world, dialect: "openai", provider: () => world().simulator },
      customer: () => world().customer(),
    };
    describe("A native request", () => {
      describeRoad(side);
      describeDelivery(side);
    });
    describe("Replicas", () => {
      describeReplicas(world);
      describeScanCap(world);
    });
    describeIsolation(world);
    describeJoinKey(world);
    describe("Operations", () => describeOperatorPages(world));
    describe("Many requests at once", () => describeParallelRequests(world));
  },
  { env: () => ({ "inference-worker": { LLM_PROVIDER: "openai" } }) },
);
