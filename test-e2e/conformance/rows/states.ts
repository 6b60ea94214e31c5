import { NATIVE_CALL, REGISTER } from "../endpoints.ts";
import { inGateway, line, provenBy, run, tested } from "../row.ts";

const TIMED_OUT = inGateway(
  "jobs",
  "When the time to wait is over, then 202 and where to ask, and later the answer",
);

export const STATES = [
  line(
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
    "| (request accepted) | native proxy call | inference fails | JOB_STATUS_FAILED | `error_message` set |",
    provenBy(
      NATIVE_CALL,
      200,
      "JOB_STATUS_FAILED",
      inGateway("native-call", "fails with a fixed phrase on %s"),
    ),
  ),
  line(
    "| (request accepted) | native proxy call | `wait_timeout` elapses before completion | processing | HTTP 202 with `job_id`; result can be retrieved later using the job id from the trace |",
    provenBy(NATIVE_CALL, 202, "processing", TIMED_OUT),
    run(
      "GET /api/v1/proxy/jobs/{job_id}",
      200,
      "by the job id of the trace",
      {},
      {
        body: { status: "JOB_STATUS_COMPLETED" },
      },
    ),
  ),
  line(
    "Transitions from processing to a final state: not shown.",
    tested("the answer comes later", TIMED_OUT),
  ),
  line(
    "| active | In use by the named service. Usually has no not_after. |",
    tested("every published key", [
      "services/veil-signer/test/app.test.ts",
      "When the gateway asks, then it gets a manifest that every client can verify",
    ]),
  ),
  line(
    "| retired | Listed so that historical certificates signed under the previous key remain verifiable. Has not_after. |",
    tested("what a former key signed still verifies", [
      "test-e2e/key-rotation.e2e.test.ts",
      "What the former keys signed still verifies by the new manifest, as does what the new ones sign",
    ]),
  ),
  line(
    "After a rotation the previous key appears as retired. Other key_state transitions: not shown.",
    tested("a key that is gone", [
      "services/veil-signer/src/development-manifest.test.ts",
      "follows the one before, with the key that is gone as retired, and its end never moves",
    ]),
  ),
  line(
    "States: free, pro, enterprise. New registrations start on free. Tier changes after registration: not shown.",
    run(REGISTER, 201, "free", { as: "anonymous" }, { body: { tier: "free" } }),
    run(
      "PATCH /api/v1/admin/customers/{customer_id}",
      200,
      "an administrator changes it",
      {
        body: { tier: "enterprise" },
      },
      { body: { tier: "enterprise" } },
    ),
    run("PATCH /api/v1/admin/customers/{customer_id}", [400, "invalid_field"], "a fourth tier", {
      body: { tier: "developer" },
    }),
  ),
];
