import type { Clock } from "@veil/contracts/clock";
import type {
  IsolationMonitor,
  IsolationReport,
  Measured,
  Monitor,
  Verdict,
  ZoneReport,
  ZoneReports,
} from "../ports.ts";

/** After this time, a measurement no longer proves the current isolation. */
export const PROBE_VALID_MS = 5 * 60_000;

interface Sources {
  readonly credentials: Monitor<Measured>;
  readonly zones: (() => ZoneReports) | undefined;
  readonly nowMs: Clock;
}

export function combinedIsolation({ credentials, zones, nowMs }: Sources): IsolationMonitor {
  const combined = (measured: Measured) => combine(measured, zones?.(), nowMs());
  return {
    current: () => combined(credentials.current()),
    probe: async () => combined(await credentials.probe()),
  };
}

function combine(
  credentials: Measured,
  zones: ZoneReports | undefined,
  nowMs: number,
): IsolationReport {
  if (zones === undefined) return { ...credentials, enforcedBy: "service-credentials" };
  return {
    aToB: worst(credentials.aToB, verdictNow(zones.a, nowMs)),
    bToA: worst(credentials.bToA, verdictNow(zones.b, nowMs)),
    enforcedBy: "network-policy and service-credentials",
    probedAt: oldest(credentials.probedAt, zones.a.probedAt, zones.b.probedAt),
    zones,
  };
}

function verdictNow({ verdict, probedAt }: ZoneReport, nowMs: number): Verdict {
  const fresh = probedAt !== undefined && nowMs - probedAt.getTime() < PROBE_VALID_MS;
  return fresh ? verdict : "unverified";
}

function worst(...verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("open")) return "open";
  return verdicts.includes("unverified") ? "unverified" : "blocked";
}

function oldest(...times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.filter((time) => time !== undefined);
  if (known.length < times.length) return undefined;
  return new Date(Math.min(...known.map((time) => time.getTime())));
}

/** Returns the public `/invariant`: what was probed, when, and what enforces the isolation. */
export function invariantReport(report: IsolationReport): object {
  const { aToB, bToA, enforcedBy, probedAt, zones } = report;
  return {
    zone: "edge",
    holds: aToB === "blocked" && bToA === "blocked" && isProvenWhole(zones),
    sandbox_a_to_sandbox_b: aToB,
    sandbox_b_to_sandbox_a: bToA,
    enforced_by: enforcedBy,
    probed_at: probedAt?.toISOString() ?? null,
    ...(zones && { network_probes: { a: described(zones.a), b: described(zones.b) } }),
    gateway_role: "sees identity and content while a request is in flight",
  };
}

/**
 * Returns the operator's `/invariant`. It also contains the signed reports, with addresses of the
 * cluster that are not public.
 */
export function operatorInvariantReport(report: IsolationReport): object {
  const { zones } = report;
  const signed = (zone: ZoneReport) => ({
    ...described(zone),
    leaks: zone.leaks,
    unproven: zone.unproven,
    signed_report: zone.signed ?? null,
  });
  return {
    ...invariantReport(report),
    ...(zones && { network_probes: { a: signed(zones.a), b: signed(zones.b) } }),
  };
}

export function leaksOf({ zones }: IsolationReport): readonly string[] {
  return zones === undefined ? [] : [...zones.a.leaks, ...zones.b.leaks];
}

function isProvenWhole(zones: ZoneReports | undefined): boolean {
  const all = zones === undefined ? [] : [zones.a, zones.b];
  return all.every(({ leaks, unproven }) => leaks.length === 0 && unproven.length === 0);
}

function described({ verdict, probedAt }: ZoneReport): object {
  return { verdict, probed_at: probedAt?.toISOString() ?? null };
}
