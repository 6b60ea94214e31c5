import { ServiceCallError, type ServiceClient } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { type EventTransport, PoisonedMessageError } from "../event-ports.ts";
import { createPeerMonitor } from "./peer-monitor.ts";

interface HttpEventTransportOptions {
  readonly client: ServiceClient;
  readonly log: Logger;
  readonly probeIntervalMs?: number;
}

const SEND_TIMEOUT_MS = 10_000;

/**
 * Creates an event transport over HTTP. It has no queue, so the sender must dead-letter a poisoned
 * batch itself.
 */
export function createHttpEventTransport(options: HttpEventTransportOptions): EventTransport {
  const { client, log, probeIntervalMs: intervalMs = 1_000 } = options;
  const monitor = createPeerMonitor({ client, log, component: "event_transport", intervalMs });
  let stopped = false;

  return {
    state: monitor.state,
    async send(message) {
      await monitor.firstProbe;
      if (stopped || monitor.state() === "down")
        throw new Error("The audit service is not reachable");
      try {
        const body = { message };
        const parse = () => undefined;
        await client.call({ path: "/events", body, timeoutMs: SEND_TIMEOUT_MS, parse });
      } catch (error) {
        monitor.report(error);
        if (!(error instanceof ServiceCallError) || error.status !== 400) throw error;
        throw new PoisonedMessageError("The audit service refused the batch", { cause: error });
      }
    },
    async stop() {
      stopped = true;
      monitor.stop();
    },
  };
}
