import type { IsolationReportMessage } from "@veil/contracts/isolation";
import type { ProbeName } from "@veil/crypto";

export type Verdict = "blocked" | "open" | "unverified";

export interface Measured {
  readonly aToB: Verdict;
  readonly bToA: Verdict;
  readonly probedAt: Date | undefined;
}

/**
 * What enforces the isolation: the sandboxes' access checks and, in a cluster with probes in the
 * zones, also network policies.
 */
export type Enforcement = "service-credentials" | "network-policy and service-credentials";

/** The combined result of all measurements: the worst verdicts and the oldest time. */
export interface IsolationReport extends Measured {
  readonly enforcedBy: Enforcement;
  /** Undefined if no probes run in the zones. */
  readonly zones?: ZoneReports;
}

export type ZoneReports = Readonly<Record<"a" | "b", ZoneReport>>;

export interface ZoneReport {
  readonly verdict: Verdict;
  readonly probedAt: Date | undefined;
  readonly leaks: readonly string[];
  readonly unproven: readonly string[];
  readonly signed: IsolationReportMessage | undefined;
}

export interface Monitor<M extends Measured> {
  current(): M;
  probe(): Promise<M>;
}

export type IsolationMonitor = Monitor<IsolationReport>;

export interface IsolationProbe {
  /** Returns undefined if the probe is not running right now. */
  report(): Promise<IsolationReportMessage | undefined>;
}

export interface IsolationReports {
  /** Stores a report, unless a newer report of the same probe is stored. */
  save(report: IsolationReportMessage, probedAt: Date): Promise<void>;
  /** Returns undefined if the probe has never reported. The caller must verify the report. */
  find(probe: ProbeName): Promise<unknown>;
}
