import { NATIVE_CALL, REGISTER } from "../endpoints.ts";
import { line, run, tested } from "../row.ts";

export const STATES = [
  line(
    "STATE-1",
    "| (request accepted) | native proxy call | inference completes within `wait_timeout` (default 30 s) | JOB_STATUS_COMPLETED | HTTP 200 with result |",
    run(
      NATIVE_CALL,
      200,
      "completed",
      {},
      {
        body: { status: "JOB_STATUS_COMPLETED", result: String },
        without: ["error_message"],
      },
    ),
  ),
  line(
    "STATE-2",
    "| (request accepted) | native proxy call | inference fails | JOB_STATUS_FAILED | `error_message` set |",
  ),
  line(
    "STATE-3",
    "| (request accepted) | native proxy call | `wait_timeout` elapses before completion | processing | HTTP 202 with `job_id`; result can be retrieved later using the job id from the trace |",
    tested(202, NATIVE_CALL),
    run(
      "GET /api/v1/proxy/jobs/{job_id}",
      200,
      "a job is found by the job id in the trace",
      {},
      { body: { status: "JOB_STATUS_COMPLETED" } },
    ),
  ),
  line("STATE-4", "Transitions from processing to a final state: not shown."),
  line("STATE-5", "| active | In use by the named service. Usually has no not_after. |"),
  line(
    "STATE-6",
    "| retired | Listed so that historical certificates signed under the previous key remain verifiable. Has not_after. |",
  ),
  line(
    "STATE-7",
    "After a rotation the previous key appears as retired. Other key_state transitions: not shown.",
  ),
  line(
    "STATE-8",
    "States: free, pro, enterprise. New registrations start on free. Tier changes after registration: not shown.",
    run(
      REGISTER,
      201,
      "a new customer has the tier free",
      { as: "anonymous" },
      { body: { tier: "free" } },
    ),
    run(
      "PATCH /api/v1/admin/customers/{customer_id}",
      200,
      "an administrator changes the tier",
      { body: { tier: "enterprise" } },
      { body: { tier: "enterprise" } },
    ),
    run("PATCH /api/v1/admin/customers/{customer_id}", [400, "invalid_field"], "a fourth tier", {
      body: { tier: "developer" },
    }),
  ),
];
