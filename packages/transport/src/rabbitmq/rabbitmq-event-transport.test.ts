import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { type EventSource, type EventTransport, PoisonedMessageError } from "../event-ports.ts";
import { describeEventTransport } from "../event-transport.contract.ts";
import { AUDIT, AUDIT_DEAD_LETTERS, DEAD_LETTERS } from "./names.ts";
import { createRabbitmqEventSource } from "./rabbitmq-event-source.ts";
import { createRabbitmqEventTransport } from "./rabbitmq-event-transport.ts";
import { openRabbitmqTestBroker } from "./rabbitmq-test-broker.contract.ts";

async function openHarness(managementUrl: string) {
  const broker = await openRabbitmqTestBroker(managementUrl);
  const transports: EventTransport[] = [];
  const sources: EventSource[] = [];
  return {
    broker,
    gateway() {
      const url = broker.urlOf("gateway", broker.gateway);
      const transport = createRabbitmqEventTransport({ url, log });
      transports.push(transport);
      return transport;
    },
    async audit() {
      const proxy = await broker.proxy();
      const url = broker.urlOf("audit", proxy);
      const source = createRabbitmqEventSource({ url, log, prefetch: 4 });
      sources.push(source);
      return { source, kill: () => proxy.cut(), end: () => proxy.cut() };
    },
    cut: () => broker.gateway.cut(),
    mend: () => broker.gateway.mend(),
    async close() {
      await Promise.all(transports.map((transport) => transport.stop()));
      await Promise.all(sources.map((source) => source.stop(0)));
      await broker.close();
    },
  };
}

describeWithServer("rabbitmq-management", "Events on RabbitMQ", (managementUrl) => {
  describeEventTransport("RabbitMQ", () => openHarness(managementUrl));

  describe("The event transport on RabbitMQ", () => {
    let ends: Awaited<ReturnType<typeof openHarness>>;

    beforeEach(async () => {
      ends = await openHarness(managementUrl);
    });
    afterEach(() => ends.close());

    test("A poisoned batch goes to the audit dead letters, not to the general ones", async () => {
      const { source } = await ends.audit();
      await source.start(() => Promise.reject(new PoisonedMessageError("Bad signature")));
      const transport = ends.gateway();
      await until("the transport is up", () => transport.state() === "up");
      await transport.send("poison");
      const letter = await until("it is a dead letter", () =>
        ends.broker.deadLetter(AUDIT_DEAD_LETTERS),
      );
      expect(letter).toEqual({ text: "poison", reason: "rejected" });
      const admin = await ends.broker.admin();
      expect((await admin.checkQueue(DEAD_LETTERS.queue)).messageCount).toBe(0);
    });

    test("While the audit service is down, batches wait in the broker's queue", async () => {
      const transport = ends.gateway();
      await until("the transport is up", () => transport.state() === "up");
      await transport.send("b1");
      await transport.send("b2");
      const admin = await ends.broker.admin();
      expect((await admin.checkQueue(AUDIT.queue)).messageCount).toBe(2);
      const appended: string[] = [];
      const { source } = await ends.audit();
      await source.start(async (message) => {
        appended.push(message);
      });
      await until("both are appended", () => appended.length === 2);
    });
  });
});
