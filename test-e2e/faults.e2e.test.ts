/** @all starts a stack for each profile, and kills some of its services */
import { describeAuditOutage } from "./suites/audit-export.ts";
import { describeErasure } from "./suites/faults/erasure.ts";
import { describeFailClosed } from "./suites/faults/fail-closed.ts";
import { describeGivenBack } from "./suites/faults/given-back.ts";
import { describeJobs, JOBS_ENV } from "./suites/faults/jobs.ts";
import { describeOutages } from "./suites/operations.ts";
import { describeProfiles } from "./support/scenario.ts";

/** The suite kills processes, so no other suite shares these stacks. */
describeProfiles(
  "Processes that crash",
  (scenario, profile) => {
    describeGivenBack(scenario);
    describeJobs(scenario, profile);
    describeErasure(scenario);
    describeOutages(scenario, profile);
    describeAuditOutage(scenario);
    if (profile === "embedded") describeFailClosed(scenario);
  },
  { env: () => ({ "edge-gateway": JOBS_ENV }) },
);
