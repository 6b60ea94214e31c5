import { type Static, Type } from "typebox";
import { signedMessage } from "./messages.ts";

/**
 * What became of a connection that was tried. `silent`: nothing came back. `unreachable`: the network said no (ICMP, no
 * route). `refused`: somebody answered, with a reset. `unresolved`: the name has no address in `/etc/hosts`.
 */
export const ProbeOutcome = Type.Union([
  Type.Literal("connected"),
  Type.Literal("refused"),
  Type.Literal("silent"),
  Type.Literal("unreachable"),
  Type.Literal("unresolved"),
]);
export type ProbeOutcome = Static<typeof ProbeOutcome>;

/** A TCP port that a probe tried, and what should have come of it. */
export const ProbedTarget = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    /** The IP address that was tried; null when the name has none. */
    address: Type.Union([Type.String({ maxLength: 45 }), Type.Null()]),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    expected: Type.Union([Type.Literal("blocked"), Type.Literal("open")]),
    outcome: ProbeOutcome,
  },
  { additionalProperties: false },
);
export type ProbedTarget = Static<typeof ProbedTarget>;

/**
 * Whether it is beyond doubt what it has to be. An answer, if only a reset, is no proof that the way is closed. One rule for who
 * probes, who is told and who checks.
 */
export function isProven({ expected, outcome }: ProbedTarget): boolean {
  if (expected === "open") return outcome === "connected";
  return outcome === "silent" || outcome === "unreachable";
}

/** What one probe found, from inside a sandbox's zone, under the sandbox's labels. The signed text is its JSON. */
export const IsolationFindings = Type.Object(
  {
    type: Type.Literal("veil/isolation-findings/v1"),
    probe: Type.Union([Type.Literal("bridge-probe"), Type.Literal("inference-worker-probe")]),
    /** RFC 3339, whole seconds: when the last round began. */
    probed_at: Type.String({ format: "date-time" }),
    /** Rounds until everything was as expected, or until the probe gave up. */
    rounds: Type.Integer({ minimum: 1 }),
    targets: Type.Array(ProbedTarget, { minItems: 1, maxItems: 256 }),
  },
  { additionalProperties: false },
);
export type IsolationFindings = Static<typeof IsolationFindings>;

/** B may reach its egress proxy: a probe there that shows nothing open may have no network at all. A may reach nobody. */
export function lacksControl({ probe, targets }: IsolationFindings): boolean {
  return probe === "inference-worker-probe" && targets.every(({ expected }) => expected !== "open");
}

/** `GET /isolation-report` of a probe: findings for the gateway, signed with the probe's `message` key. */
export const IsolationReportMessage = signedMessage(
  { from: ["bridge-probe", "inference-worker-probe"], to: "edge-gateway" },
  { maxLength: 65_536 },
);
export type IsolationReportMessage = Static<typeof IsolationReportMessage>;
