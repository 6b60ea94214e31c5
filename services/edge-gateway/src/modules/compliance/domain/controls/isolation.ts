import { sha256 } from "@veil/crypto";
import {
  type IsolationMonitor,
  type IsolationReport,
  PROBE_VALID_MS,
  type Verdict,
} from "../../../isolation/index.ts";
import type { Control, Measurement } from "../control.ts";

interface IsolationControlDeps {
  readonly isolation: Pick<IsolationMonitor, "current">;
  /** Whether probes run in the sandboxes' zones and sign what they find. */
  readonly hasProbes: boolean;
}

const STATES = { blocked: "met", open: "not_met", unverified: "unknown" } as const;

/** Returns a control for each direction between the sandboxes. */
export function isolationControls(deps: IsolationControlDeps): readonly Control[] {
  return [
    control(deps, {
      id: "isolation_a_to_b",
      title: "Sandbox A cannot reach sandbox B",
      promise: "The service that knows who sends a request cannot reach the one that reads it.",
      verdictOf: ({ aToB }) => aToB,
      zone: "a",
    }),
    control(deps, {
      id: "isolation_b_to_a",
      title: "Sandbox B cannot reach sandbox A",
      promise: "The service that reads a request cannot reach the one that knows who sends it.",
      verdictOf: ({ bToA }) => bToA,
      zone: "b",
    }),
  ];
}

interface Direction extends Pick<Control, "id" | "title" | "promise"> {
  readonly verdictOf: (report: IsolationReport) => Verdict;
  readonly zone: "a" | "b";
}

function control(
  { isolation, hasProbes }: IsolationControlDeps,
  { verdictOf, zone, ...texts }: Direction,
): Control {
  return {
    ...texts,
    measuredBy: hasProbes
      ? "isolation probe in the sandbox's zone, and edge gateway"
      : "edge gateway",
    method: hasProbes ? "signed_report" : "run_time_test",
    maxAgeMs: PROBE_VALID_MS,
    articles: ["25(1)", "32(1)(b)"],
    goals: ["unlinkability", "confidentiality"],
    async measure() {
      const report = isolation.current();
      return measurement(report, verdictOf(report), zone);
    },
  };
}

function measurement(report: IsolationReport, verdict: Verdict, zone: "a" | "b"): Measurement {
  const { probedAt: measuredAt, enforcedBy, zones } = report;
  const { leaks = [], unproven = [], signed } = zones?.[zone] ?? {};
  const figures = [
    { name: "verdict", value: verdict },
    { name: "enforced by", value: enforcedBy },
    ...leaks.map((value) => ({ name: "leak", value })),
    ...unproven.map((value) => ({ name: "not proven", value })),
  ];
  const hash = signed === undefined ? null : sha256(JSON.stringify(signed)).toString("hex");
  const evidence = [{ address: "/invariant", sha256: hash }];
  return { ...stateOf(verdict, leaks.length, unproven.length), measuredAt, figures, evidence };
}

function stateOf(verdict: Verdict, leaks: number, unproven: number) {
  if (leaks > 0)
    return {
      state: "not_met",
      reason: "The sandbox reaches a target that it must not reach",
    } as const;
  if (verdict === "blocked" && unproven > 0)
    return { state: "unknown", reason: "Some connections were not proven to be blocked" } as const;
  if (verdict === "blocked") return { state: STATES.blocked } as const;
  const reason =
    verdict === "open" ? "The other sandbox accepted the caller" : "No probe succeeded";
  return { state: STATES[verdict], reason } as const;
}
