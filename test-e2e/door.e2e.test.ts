import { describeFailClosed } from "./suites/fail-closed.ts";
import { describeHostileInput } from "./suites/hostile-input.ts";
import { describeRefusals, REFUSALS_ENV } from "./suites/refusals.ts";
import { describeProfiles } from "./support/world.ts";

describeProfiles(
  "The gateway's door",
  (world) => {
    describeRefusals(world);
    describeHostileInput(world);
    describeFailClosed(world);
  },
  { env: () => ({ "edge-gateway": REFUSALS_ENV }) },
);
