import { describeEntityLists } from "./suites/entity-lists.ts";
import { describeEntityPolicy } from "./suites/entity-policy.ts";
import { describeProfiles } from "./support/world.ts";

describeProfiles("What a customer says is personal data", (world) => {
  describeEntityLists(world);
  describeEntityPolicy(world);
});
