import { expect, test } from "@jest/globals";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { type EventTransport, PoisonedMessageError } from "../event-ports.ts";
import { describeEventTransport } from "../event-transport.contract.ts";
import { createHttpEventSource } from "./http-event-source.ts";
import { createHttpEventTransport } from "./http-event-transport.ts";
import { openHttpTestService } from "./http-test-service.contract.ts";

async function openHarness() {
  const service = await openHttpTestService("audit");
  const transports: EventTransport[] = [];
  return {
    gateway() {
      const client = service.client();
      const transport = createHttpEventTransport({ client, log, probeIntervalMs: 50 });
      transports.push(transport);
      return transport;
    },
    async audit() {
      const source = createHttpEventSource({ log });
      return { source, ...(await service.serve(source.router)) };
    },
    cut: service.cut,
    mend: service.mend,
    async close() {
      await Promise.all(transports.map((transport) => transport.stop()));
      await service.close();
    },
  };
}

describeEventTransport("HTTP", openHarness);

test("send rejects with a PoisonedMessageError for a poisoned batch, and the HTTP transport stays up", async () => {
  const harness = await openHarness();
  const { source } = await harness.audit();
  await source.start(() => Promise.reject(new PoisonedMessageError("Bad signature")));
  const transport = harness.gateway();
  await until("the transport is up", () => transport.state() === "up");
  await expect(transport.send("poison")).rejects.toBeInstanceOf(PoisonedMessageError);
  expect(transport.state()).toBe("up");
  await harness.close();
});
