import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";

export interface PeerMonitor {
  state(): "up" | "down";
  report(error?: unknown): void;
  readonly firstProbe: Promise<void>;
  stop(): void;
}

interface MonitorOptions {
  readonly client: ServiceClient;
  readonly log: Logger;
  readonly component: string;
  readonly intervalMs: number;
}

const PROBE_TIMEOUT_MS = 1_000;

/**
 * Monitors whether a peer is reachable, with `GET /door`. The state is "down" until the first
 * response. The timer does not keep the process alive.
 */
export function createPeerMonitor({
  client,
  log,
  component,
  intervalMs,
}: MonitorOptions): PeerMonitor {
  let state: "up" | "down" = "down";
  let probing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function become(next: "up" | "down", error?: unknown): void {
    if (next === state || stopped) return;
    state = next;
    if (next === "up") log.info("peer_up", { component });
    else log.warn("peer_down", { component, error });
  }

  async function ask(): Promise<void> {
    try {
      // Tries a second time after a timeout, because a busy event loop can also cause one.
      await ping().catch((error: unknown) => (isTimeout(error) ? ping() : Promise.reject(error)));
      become("up");
    } catch (error) {
      become("down", error);
    }
    probing = undefined;
    if (!stopped) timer = setTimeout(probe, intervalMs).unref();
  }

  function ping(): Promise<void> {
    return client.call({ path: "/door", timeoutMs: PROBE_TIMEOUT_MS, parse: () => undefined });
  }

  function probe(): Promise<void> {
    clearTimeout(timer);
    probing ??= ask();
    return probing;
  }

  return {
    state: () => state,
    report(error) {
      const outcome = outcomeOf(error);
      if (outcome === "answered") become("up");
      else if (outcome === "unreachable") become("down", error);
      else if (!stopped) void probe();
    },
    firstProbe: probe(),
    stop() {
      become("down");
      stopped = true;
      clearTimeout(timer);
    },
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof ServiceCallError && error.failure === "timeout";
}

/**
 * Returns what the outcome of a call shows about the peer. If it is `doubtful`, a probe runs at
 * once.
 */
function outcomeOf(error: unknown): "answered" | "unreachable" | "doubtful" {
  if (error === undefined) return "answered";
  if (!(error instanceof ServiceCallError)) return "doubtful";
  if (error.failure === "not_sent") return "unreachable";
  const hasAccess = error.status !== 401 && error.status !== 403;
  return error.failure === "refused" && hasAccess ? "answered" : "doubtful";
}
