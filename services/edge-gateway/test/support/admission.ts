import { randomUUID } from "node:crypto";
import type { Admission } from "../../src/modules/calls/native/ports.ts";

export function testAdmission(
  change: Partial<Admission> & Pick<Admission, "customerId">,
): Admission {
  return {
    jobId: `job_${randomUUID()}`,
    keyId: "key00001",
    requestId: "req_1",
    facts: {
      token_request_id: "tok_1",
      job_request_id: "jrq_1",
      actor: `token:${"0".repeat(64)}`,
      scope: "0".repeat(64),
      subject: "1".repeat(64),
      received_at: "2026-01-01T00:00:00.000Z",
      relink: true,
      credential: "managed",
      fields_sanitised: 1,
      fields_sent: 1,
      redactions: {},
      layers: ["patterns"],
    },
    relinkMap: Buffer.from("sealed map"),
    deadline: new Date(Date.now() + 300_000),
    message: "sealed job",
    events: [testEvent()],
    quota: { limitClass: "standard", limit: 2 },
    ...change,
  };
}

export function testEvent() {
  return {
    event_id: randomUUID(),
    occurred_at: "2026-01-01T00:00:00.000Z",
    event_type: "PROXY_INFERENCE_SUBMITTED",
    actor: "system",
    scope: "0".repeat(64),
    payload: {},
  };
}
