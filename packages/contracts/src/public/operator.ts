import { type Static, Type } from "typebox";

const closed = { additionalProperties: false };

export const HealthResponse = Type.Object(
  { service: Type.String(), status: Type.Literal("ok") },
  closed,
);

/** Response to a readiness check. The status is 503 when a check fails. */
export const ReadyResponse = Type.Object(
  {
    service: Type.String(),
    status: Type.Union([Type.Literal("ready"), Type.Literal("not_ready")]),
    checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean() }, closed)),
  },
  closed,
);

const probedAt = Type.Union([Type.String({ format: "date-time" }), Type.Null()]);
const probe = Type.Object({ verdict: Type.String(), probed_at: probedAt }, closed);

/**
 * Whether the sandboxes are isolated from each other, as measured by the probes. It is `holds` only
 * when every part is proven.
 */
export const InvariantResponse = Type.Object(
  {
    service: Type.String(),
    zone: Type.String(),
    holds: Type.Boolean(),
    sandbox_a_to_sandbox_b: Type.String(),
    sandbox_b_to_sandbox_a: Type.String(),
    enforced_by: Type.String(),
    probed_at: probedAt,
    /**
     * The findings of the probes inside the sandboxes' zones. Present when the deployment has
     * network policies.
     */
    network_probes: Type.Optional(Type.Object({ a: probe, b: probe }, closed)),
    gateway_role: Type.String(),
  },
  closed,
);
export type InvariantResponse = Static<typeof InvariantResponse>;
