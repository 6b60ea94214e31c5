import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { CredentialResponse } from "@veil/contracts/service";
import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { coalesce } from "../../../platform/coalesce.ts";
import type { Measured, Monitor, Verdict } from "../ports.ts";

interface MonitorOptions {
  readonly bridge: ServiceClient;
  readonly worker: ServiceClient;
  readonly log: Logger;
  readonly nowMs: Clock;
}

const TIMEOUT_MS = 2_000;
/** `/invariant` is public: at most one probe a second. */
const FRESH_MS = 1_000;
const parseCredential = checked(CredentialResponse);

/**
 * Presents each sandbox's own credential to the other, which must refuse it. The gateway's own
 * credential must be accepted there, as a sandbox that refuses all callers proves nothing.
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
