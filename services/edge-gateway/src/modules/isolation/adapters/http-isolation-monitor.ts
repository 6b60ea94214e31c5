import { lookup } from "node:dns/promises";
import type { Clock } from "@veil/contracts/clock";
import { IsolationReportMessage } from "@veil/contracts/isolation";
import { checked } from "@veil/contracts/parsing";
import { CredentialResponse } from "@veil/contracts/service";
import type { ServiceName } from "@veil/crypto";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { coalesce } from "../../../platform/batcher.ts";
import type { Peer } from "../domain/zone-report.ts";
import type { IsolationProbe, Measured, Monitor, Verdict } from "../ports.ts";

interface MonitorOptions {
  readonly bridge: ServiceClient;
  readonly worker: ServiceClient;
  readonly log: Logger;
  readonly nowMs: Clock;
}

const TIMEOUT_MS = 2_000;
/** At most one probe a second, because the public endpoint `/invariant` triggers probes. */
const FRESH_MS = 1_000;
const parseCredential = checked(CredentialResponse);

/**
 * Creates a monitor that presents each sandbox's credential to the other sandbox, which must refuse
 * it. The other sandbox must accept the gateway's own credential, because a sandbox that refuses
 * all callers proves nothing.
 */
export function createHttpIsolationMonitor(options: MonitorOptions): Monitor<Measured> {
  const { bridge, worker, log, nowMs } = options;
  let report: Measured = { aToB: "unverified", bToA: "unverified", probedAt: undefined };

  async function probe(): Promise<Measured> {
    const [aToB, bToA] = await Promise.all([
      verdict(bridge, worker, "inference-worker"),
      verdict(worker, bridge, "bridge"),
    ]);
    report = { aToB, bToA, probedAt: new Date(nowMs()) };
    if (aToB !== "blocked" || bToA !== "blocked")
      log.error("isolation_probe_failed", { reason: `a_to_b=${aToB} b_to_a=${bToA}` });
    return report;
  }
  return { current: () => report, probe: coalesce(FRESH_MS, probe) };
}

async function verdict(from: ServiceClient, to: ServiceClient, audience: string): Promise<Verdict> {
  try {
    const { token } = await from.call({
      path: "/credential",
      body: { audience },
      timeoutMs: TIMEOUT_MS,
      parse: parseCredential,
    });
    await checkAccess(to);
    return (await isRefused(to, token)) ? "blocked" : "open";
  } catch {
    return "unverified";
  }
}

async function isRefused(sandbox: ServiceClient, token: string): Promise<boolean> {
  try {
    await checkAccess(sandbox, token);
    return false;
  } catch (error) {
    if (error instanceof ServiceCallError && error.status === 403) return true;
    throw error;
  }
}

function checkAccess(sandbox: ServiceClient, token?: string): Promise<void> {
  return sandbox.call({
    path: "/door",
    timeoutMs: TIMEOUT_MS,
    parse: () => undefined,
    ...(token !== undefined && { token }),
  });
}

const REPORT_TIMEOUT_MS = 3_000;
const parseReport = checked(IsolationReportMessage);

export function createHttpIsolationProbe(client: ServiceClient): IsolationProbe {
  return {
    async report() {
      try {
        return await client.call({
          path: "/isolation-report",
          timeoutMs: REPORT_TIMEOUT_MS,
          parse: parseReport,
        });
      } catch (error) {
        if (error instanceof ServiceCallError && isNotYet(error)) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Returns whether the report is not available yet: between two runs no probe listens, and during a
 * run it responds that it is busy.
 */
function isNotYet({ failure, status }: ServiceCallError): boolean {
  return ABSENT.has(failure) || status === 503;
}

const ABSENT: ReadonlySet<ServiceCallError["failure"]> = new Set([
  "not_sent",
  "timeout",
  "interrupted",
]);

export async function resolvePeer(name: ServiceName, baseUrl: string): Promise<Peer> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const address = await lookup(hostname.replace(/^\[|\]$/g, "")).then(
    (found) => found.address,
    () => undefined,
  );
  return { name, address, port: Number(port || (protocol === "https:" ? 443 : 80)) };
}
