import type { JobFacts } from "../../src/modules/calls/trace/job-facts.ts";

export const JOB_FACTS: JobFacts = {
  token_request_id: "tok_1",
  job_request_id: "jrq_1",
  actor: `token:${"0".repeat(64)}`,
  scope: "0".repeat(64),
  received_at: "2026-01-01T00:00:00.000Z",
  relink: true,
  credential: "managed",
  fields_sanitised: 2,
  fields_sent: 1,
  redactions: { PERSON: 1 },
  layers: ["patterns"],
};
