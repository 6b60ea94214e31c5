import { describeIsolation, ISOLATION_ENV } from "./suites/isolation.ts";
import { describeJoinKey } from "./suites/join-key.ts";
import { describeOperations } from "./suites/operations.ts";
import { describeProfiles } from "./support/world.ts";

describeProfiles(
  "The six services",
  (world, profile) => {
    describeJoinKey(world);
    describeIsolation(world);
    describeOperations(world, profile);
  },
  { env: () => ({ "edge-gateway": ISOLATION_ENV }) },
);
