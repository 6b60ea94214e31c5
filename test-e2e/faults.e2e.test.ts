import { describeFailClosed } from "./suites/fail-closed.ts";
import { describeJobs, JOBS_ENV } from "./suites/jobs.ts";
import { describeOutages } from "./suites/operations.ts";
import { describeProfiles } from "./support/world.ts";

/** Processes are killed, stopped and started again, so no other suite shares these stacks. */
describeProfiles(
  "Processes that die",
  (world, profile) => {
    describeJobs(world, profile);
    describeOutages(world, profile);
    // Bridge and sanitiser are called in the same way in both.
    if (profile === "embedded") describeFailClosed(world);
  },
  { env: () => ({ "edge-gateway": JOBS_ENV }) },
);
