import { ServiceCallError, type ServiceClient } from "@veil/http-kit";
import type { Logger } from "@veil/telemetry";
import { type EventTransport, PoisonedMessageError } from "../event-ports.ts";
import { createDoorWatch } from "./door-watch.ts";

interface HttpEventTransportOptions {
  /** Calls the audit service. Belongs to the caller, who closes it after `stop`. */
  readonly client: ServiceClient;
  readonly log: Logger;
  /** How often the audit service's door is asked, in ms. Default: 1000. */
  readonly probeIntervalMs?: number;
}

const SEND_TIMEOUT_MS = 10_000;

/**
 * The embedded profile's road: `POST /events`, answered when the batch is appended. Here the sender keeps
 * the batch, so it is the sender who must set a poisoned one aside.
 */
export function createHttpEventTransport(options: HttpEventTransportOptions): EventTransport {
  const { client, log, probeIntervalMs: intervalMs = 1_000 } = options;
  const watch = createDoorWatch({ client, log, component: "event_transport", intervalMs });
  let stopped = false;

  return {
    state: watch.state,
    async send(message) {
      await watch.firstProbe;
      if (stopped || watch.state() === "down")
        throw new Error("The audit service is not reachable");
      try {
        const body = { message };
        const parse = () => undefined;
        await client.call({ path: "/events", body, timeoutMs: SEND_TIMEOUT_MS, parse });
      } catch (error) {
        watch.report(error);
        if (!(error instanceof ServiceCallError) || error.status !== 400) throw error;
        throw new PoisonedMessageError("The audit service refused it for good", { cause: error });
      }
    },
    async stop() {
      stopped = true;
      watch.stop();
    },
  };
}
