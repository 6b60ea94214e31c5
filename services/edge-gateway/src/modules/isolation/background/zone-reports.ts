import type { Clock } from "@veil/contracts/clock";
import { IsolationReportMessage } from "@veil/contracts/isolation";
import { checked } from "@veil/contracts/parsing";
import type { ProbeName, TrustBundle } from "@veil/crypto";
import type { Logger } from "@veil/service-kit/telemetry";
import { createPeriodicTask } from "../../../platform/periodic-task.ts";
import { openFindings, type Peer, zoneReport } from "../domain/zone-report.ts";
import type { IsolationProbe, IsolationReports, ZoneReport, ZoneReports } from "../ports.ts";

interface Zone {
  readonly name: ProbeName;
  readonly probe: IsolationProbe;
  /** Returns the other sandbox, which must not be reachable from this zone. */
  readonly peer: () => Promise<Peer>;
}

interface CollectOptions {
  readonly zones: Readonly<Record<"a" | "b", Zone>>;
  readonly reports: IsolationReports;
  readonly trust: TrustBundle;
  readonly intervalMs: number;
  readonly log: Logger;
  readonly nowMs: Clock;
}

const parseReport = checked(IsolationReportMessage);

const NEVER: ZoneReport = {
  verdict: "unverified",
  probedAt: undefined,
  leaks: [],
  unproven: [],
  signed: undefined,
};

/**
 * Creates the task that fetches and stores the probes' reports. All replicas read them from the
 * store.
 */
export function createZoneReports(options: CollectOptions) {
  const { zones, reports, intervalMs, log, nowMs } = options;
  let current: ZoneReports = { a: NEVER, b: NEVER };
  const fail = (error: unknown) => log.warn("isolation_report_not_read", { error });

  async function collect({ name, probe }: Zone): Promise<void> {
    const report = await probe.report();
    if (report === undefined) return;
    const { probed_at } = openFindings(report, name, { ...options, nowMs: nowMs() });
    await reports.save(report, new Date(probed_at));
  }

  async function read({ name, peer }: Zone, known: ZoneReport): Promise<ZoneReport> {
    const stored = await reports.find(name);
    if (stored === undefined) return known;
    const signed = parseReport(stored);
    if (signed.signature === known.signed?.signature) return known;
    const findings = openFindings(signed, name, { ...options, nowMs: nowMs() });
    const report = zoneReport(findings, await peer(), signed);
    logReport(log, name, report);
    return report;
  }

  async function turn(zone: Zone, known: ZoneReport): Promise<ZoneReport> {
    await collect(zone).catch(fail);
    return read(zone, known).catch((error) => {
      fail(error);
      return known;
    });
  }

  const loop = createPeriodicTask({ intervalMs, onError: fail }, async () => {
    const [a, b] = await Promise.all([turn(zones.a, current.a), turn(zones.b, current.b)]);
    current = { a, b };
  });
  loop.trigger();
  return { ...loop, current: (): ZoneReports => current };
}

function logReport(log: Logger, component: ProbeName, report: ZoneReport): void {
  const { verdict, leaks, unproven } = report;
  if (verdict !== "blocked") log.error("isolation_probe_failed", { component, reason: verdict });
  for (const reason of unproven) log.warn("isolation_unproven", { component, reason });
  for (const reason of leaks) log.error("isolation_leak", { component, reason });
}
