import { expect, test } from "@jest/globals";
import { silentLogger as log } from "@veil/telemetry";
import { until } from "@veil/testing";
import { type EventTransport, PoisonedMessageError } from "../event-ports.ts";
import { describeEventTransport } from "../event-transport.contract.ts";
import { createHttpEventSource } from "./http-event-source.ts";
import { createHttpEventTransport } from "./http-event-transport.ts";
import { openHttpRoad } from "./http-road.contract.ts";

async function openRoad() {
  const road = await openHttpRoad("audit");
  const transports: EventTransport[] = [];
  return {
    gateway() {
      const client = road.client();
      const transport = createHttpEventTransport({ client, log, probeIntervalMs: 50 });
      transports.push(transport);
      return transport;
    },
    async audit() {
      const source = createHttpEventSource({ log });
      return { source, ...(await road.serve(source.router)) };
    },
    cut: road.cut,
    mend: road.mend,
    async close() {
      await Promise.all(transports.map((transport) => transport.stop()));
      await road.close();
    },
  };
}

describeEventTransport("HTTP", openRoad);

test("When the batch is poisoned, then the embedded sender hears so, and the road stays up", async () => {
  const road = await openRoad();
  const { source } = await road.audit();
  await source.start(() => Promise.reject(new PoisonedMessageError("Bad signature")));
  const transport = road.gateway();
  await until("the transport is up", () => transport.state() === "up");
  await expect(transport.send("poison")).rejects.toBeInstanceOf(PoisonedMessageError);
  expect(transport.state()).toBe("up");
  await road.close();
});
