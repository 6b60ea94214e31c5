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

/** An older measurement proves nothing about now. */
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
