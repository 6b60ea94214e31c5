import type { IsolationReport } from "../../ports/pipeline.ts";

/** What `/invariant` says of the fence between the sandboxes: what was probed, when, and what enforces it. */
export function invariantReport({ aToB, bToA, enforcedBy, probedAt }: IsolationReport): object {
  return {
    zone: "edge",
    holds: aToB === "blocked" && bToA === "blocked",
    sandbox_a_to_sandbox_b: aToB,
    sandbox_b_to_sandbox_a: bToA,
    enforced_by: enforcedBy,
    probed_at: probedAt?.toISOString() ?? null,
    gateway_role: "sees identity and content while a request is in flight",
  };
}
