import { ServiceCallError, type ServiceClient } from "@veil/http-kit";
import type { Logger } from "@veil/telemetry";

/** Whether the other side answers, known without asking. */
export interface DoorWatch {
  state(): "up" | "down";
  /** A call was answered: without an error, or with the one that it ended with. */
  report(error?: unknown): void;
  /** Resolves when the first probe has ended, whatever it found. */
  readonly firstProbe: Promise<void>;
  stop(): void;
}

interface WatchOptions {
  readonly client: ServiceClient;
  readonly log: Logger;
  readonly component: string;
  readonly intervalMs: number;
}

const PROBE_TIMEOUT_MS = 1_000;

/** Asks `GET /door` every `intervalMs`. "down" until the first answer. Never keeps the process alive. */
export function createDoorWatch({ client, log, component, intervalMs }: WatchOptions): DoorWatch {
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
      // This process itself may have been busy for that long, and the answer stood waiting: asked again, it is read.
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

/** Whether the call proves that the other side is there. A `doubtful` one is looked into at once. */
function outcomeOf(error: unknown): "answered" | "unreachable" | "doubtful" {
  if (error === undefined) return "answered";
  if (!(error instanceof ServiceCallError)) return "doubtful";
  if (error.failure === "not_sent") return "unreachable";
  const isWelcome = error.status !== 401 && error.status !== 403;
  return error.failure === "refused" && isWelcome ? "answered" : "doubtful";
}
