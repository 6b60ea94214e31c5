import type { IsolationReportMessage } from "@veil/contracts/isolation";
import type { ProbeName } from "@veil/crypto";

export type Verdict = "blocked" | "open" | "unverified";

/** What was found of the fence between the sandboxes by one way of measuring. */
export interface Measured {
  readonly aToB: Verdict;
  readonly bToA: Verdict;
  /** Undefined: never. */
  readonly probedAt: Date | undefined;
}

/** Tokens at the sandboxes' doors; in a cluster also connections that are tried from inside their zones. */
export type Enforcement = "service-credentials" | "network-policy and service-credentials";

/** Of all ways of measuring together: the worst verdict, and the oldest time. */
export interface IsolationReport extends Measured {
  readonly enforcedBy: Enforcement;
  /** Undefined: nobody probes inside the zones. */
  readonly zones?: ZoneReports;
}

export type ZoneReports = Readonly<Record<"a" | "b", ZoneReport>>;

/** What the newest probe inside one sandbox's zone found. */
export interface ZoneReport {
  /** Of the direction to the other sandbox. */
  readonly verdict: Verdict;
  readonly probedAt: Date | undefined;
  /** What else could be reached and must not: `name address:port`. */
  readonly leaks: readonly string[];
  /** What was not as it has to be, and does not show a way either: `name outcome`. */
  readonly unproven: readonly string[];
  /** As the probe signed it, for whoever wants to check. */
  readonly signed: IsolationReportMessage | undefined;
}

/** A way of measuring: `M` is what it tells. */
export interface Monitor<M extends Measured> {
  current(): M;
  /** Probes now, or joins the probe in hand; a report of the last second is not asked for anew. */
  probe(): Promise<M>;
}

export type IsolationMonitor = Monitor<IsolationReport>;

/** A probe inside a zone, which waits with its report to be asked. */
export interface IsolationProbe {
  /** Undefined: none waits now. @throws Error when what answers is no probe of ours. */
  fetch(): Promise<IsolationReportMessage | undefined>;
}

/** The newest report of each probe, for all replicas. */
export interface IsolationReports {
  /** Keeps it, unless a newer one of that probe is there. */
  save(report: IsolationReportMessage, probedAt: Date): Promise<void>;
  /** Undefined: that probe never reported. Whoever reads it checks it anew. */
  find(probe: ProbeName): Promise<unknown>;
}
