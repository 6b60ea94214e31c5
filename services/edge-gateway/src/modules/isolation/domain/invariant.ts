import type { IsolationReport, ZoneReport, ZoneReports } from "../ports.ts";

/** The public `/invariant`: what was probed, when, and what enforces it. */
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

/** The operator's `/invariant`, with the signed reports: the cluster's addresses are not public. */
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
