import { type Static, Type } from "typebox";
import { signedMessage } from "./messages.ts";

/**
 * The outcome of one connection attempt. `silent`: no response. `unreachable`: an ICMP error or no
 * route. `refused`: a reset. `unresolved`: the name is not in `/etc/hosts`.
 */
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
    /** The IP address that the probe tried. Null when the name did not resolve. */
    address: Type.Union([Type.String({ maxLength: 45 }), Type.Null()]),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    expected: Type.Union([Type.Literal("blocked"), Type.Literal("open")]),
    outcome: ProbeOutcome,
  },
  { additionalProperties: false },
);
export type ProbedTarget = Static<typeof ProbedTarget>;

/**
 * Returns whether the outcome proves the expectation. Any response, even a reset, shows that the
 * connection is not blocked. The probe and the readers of its report share this rule.
 */
export function isProven({ expected, outcome }: ProbedTarget): boolean {
  if (expected === "open") return outcome === "connected";
  return outcome === "silent" || outcome === "unreachable";
}

/**
 * What one probe found inside a sandbox's zone, running with the sandbox's labels. The probe signs
 * it as JSON.
 */
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

/**
 * Returns whether findings from Sandbox B lack their positive control, a connection to the egress
 * proxy. Without it, the probe might just have no network. Sandbox A has no connection that could
 * serve as a control.
 */
export function lacksControl({ probe, targets }: IsolationFindings): boolean {
  return probe === "inference-worker-probe" && targets.every(({ expected }) => expected !== "open");
}

/**
 * Response to a probe's `GET /isolation-report`: findings signed with the probe's `message` key.
 */
export const IsolationReportMessage = signedMessage(
  { from: ["bridge-probe", "inference-worker-probe"], to: "edge-gateway" },
  { maxLength: 65_536 },
);
export type IsolationReportMessage = Static<typeof IsolationReportMessage>;
