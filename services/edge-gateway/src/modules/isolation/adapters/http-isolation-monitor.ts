import type { Clock } from "@veil/contracts/clock";
import { checked } from "@veil/contracts/parsing";
import { CredentialResponse } from "@veil/contracts/service";
import { ServiceCallError, type ServiceClient } from "@veil/http-kit";
import type { Logger } from "@veil/telemetry";
import { shared } from "../../../background/shared.ts";
import type { Measured, Monitor, Verdict } from "../ports.ts";

interface MonitorOptions {
  readonly bridge: ServiceClient;
  readonly worker: ServiceClient;
  readonly log: Logger;
  readonly nowMs: Clock;
}

const TIMEOUT_MS = 2_000;
/** Anybody may ask `/invariant`: however many do, there is one probe a second. */
const FRESH_MS = 1_000;
const parseCredential = checked(CredentialResponse);

/**
 * Carries each sandbox's own credential to the other's door, where it must be refused. The gateway's own
 * credential must be let in at the same door: a door that refuses everybody proves nothing.
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
  return { current: () => report, probe: shared(FRESH_MS, probe) };
}

async function verdict(from: ServiceClient, to: ServiceClient, audience: string): Promise<Verdict> {
  try {
    const { token } = await from.call({
      path: "/credential",
      body: { audience },
      timeoutMs: TIMEOUT_MS,
      parse: parseCredential,
    });
    await knock(to);
    return (await isRefused(to, token)) ? "blocked" : "open";
  } catch {
    return "unverified";
  }
}

async function isRefused(door: ServiceClient, token: string): Promise<boolean> {
  try {
    await knock(door, token);
    return false;
  } catch (error) {
    if (error instanceof ServiceCallError && error.status === 403) return true;
    throw error;
  }
}

function knock(door: ServiceClient, token?: string): Promise<void> {
  return door.call({
    path: "/door",
    timeoutMs: TIMEOUT_MS,
    parse: () => undefined,
    ...(token !== undefined && { token }),
  });
}
