import type { IsolationReportMessage } from "@veil/contracts/isolation";
import type { ProbeName } from "@veil/crypto";

export type Verdict = "blocked" | "open" | "unverified";

export interface Measured {
  readonly aToB: Verdict;
  readonly bToA: Verdict;
  readonly probedAt: Date | undefined;
}

/** The sandboxes' access checks; in a cluster also connections that probes in their zones try. */
export type Enforcement = "service-credentials" | "network-policy and service-credentials";

/** The worst verdict and the oldest time of all monitors. */
export interface IsolationReport extends Measured {
  readonly enforcedBy: Enforcement;
  /** Undefined if no probe runs in the zones. */
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
  /** Returns undefined when the probe does not run right now. */
  report(): Promise<IsolationReportMessage | undefined>;
}

export interface IsolationReports {
  /** Stores it, unless a newer one of that probe exists. */
  save(report: IsolationReportMessage, probedAt: Date): Promise<void>;
  /** Returns undefined if that probe never reported. The reader has to verify the report. */
  find(probe: ProbeName): Promise<unknown>;
}
