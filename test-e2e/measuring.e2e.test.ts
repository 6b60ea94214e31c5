import { describeProvingGround } from "./suites/proving-ground.ts";
import { describeScan } from "./suites/scan.ts";
import { describeShield } from "./suites/shield.ts";
import { describeProfiles } from "./support/world.ts";

describeProfiles("What the sanitiser finds", (world) => {
  describeScan(world);
  describeProvingGround(world);
  describeShield(world);
});
