import { type Static, Type } from "typebox";
import { signedMessage } from "./messages.ts";

/** `silent`: no response. `unreachable`: ICMP or no route. `refused`: reset. `unresolved`: not in `/etc/hosts`. */
export const ProbeOutcome = Type.Union([
  Type.Literal("connected"),
  Type.Literal("refused"),
  Type.Literal("silent"),
  Type.Literal("unreachable"),
  Type.Literal("unresolved"),
]);
export type ProbeOutcome = Static<typeof ProbeOutcome>;

export const ProbedTarget = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    /** The IP address that the probe tried; null when the name has none. */
    address: Type.Union([Type.String({ maxLength: 45 }), Type.Null()]),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    expected: Type.Union([Type.Literal("blocked"), Type.Literal("open")]),
    outcome: ProbeOutcome,
  },
  { additionalProperties: false },
);
export type ProbedTarget = Static<typeof ProbedTarget>;

/**
 * A response, even a reset, does not prove that a connection is blocked. The probe and its readers
 * share this rule.
 */
export function isProven({ expected, outcome }: ProbedTarget): boolean {
  if (expected === "open") return outcome === "connected";
  return outcome === "silent" || outcome === "unreachable";
}

/** What one probe found inside a sandbox's zone, under the sandbox's labels; signed as JSON. */
export const IsolationFindings = Type.Object(
  {
    type: Type.Literal("veil/isolation-findings/v1"),
    probe: Type.Union([Type.Literal("bridge-probe"), Type.Literal("inference-worker-probe")]),
    probed_at: Type.String({ format: "date-time" }),
    rounds: Type.Integer({ minimum: 1 }),
    targets: Type.Array(ProbedTarget, { minItems: 1, maxItems: 256 }),
  },
  { additionalProperties: false },
);
export type IsolationFindings = Static<typeof IsolationFindings>;

/** Only B can have a positive control, its egress proxy: without it a probe may just have no network. */
export function lacksControl({ probe, targets }: IsolationFindings): boolean {
  return probe === "inference-worker-probe" && targets.every(({ expected }) => expected !== "open");
}

/** `GET /isolation-report` of a probe: findings signed with its `message` key. */
export const IsolationReportMessage = signedMessage(
  { from: ["bridge-probe", "inference-worker-probe"], to: "edge-gateway" },
  { maxLength: 65_536 },
);
export type IsolationReportMessage = Static<typeof IsolationReportMessage>;
