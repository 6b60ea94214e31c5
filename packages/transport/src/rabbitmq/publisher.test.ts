import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { NotSentError } from "../job-ports.ts";
import { JOBS } from "./names.ts";
import { createPublisher, type Publisher } from "./publisher.ts";
import {
  openRabbitmqTestBroker,
  type RabbitmqTestBroker,
} from "./rabbitmq-test-broker.contract.ts";

/**
 * The methods connection.blocked and connection.unblocked (RabbitMQ documentation, "Blocked
 * Connections").
 */
const BLOCKED = methodFrame(60, Buffer.from("\u0006memory", "latin1"));
const UNBLOCKED = methodFrame(61, Buffer.alloc(0));

/**
 * Returns a frame of type 1 (method) on channel 0 for class 10 (connection) (AMQP 0-9-1, section
 * 4.2.3).
 */
function methodFrame(method: number, fields: Buffer): Buffer {
  const head = Buffer.from([1, 0, 0, 0, 0, 0, 4 + fields.length, 0, 10, 0, method]);
  return Buffer.concat([head, fields, Buffer.from([0xce])]);
}

describeWithServer("rabbitmq-management", "The publisher", (managementUrl) => {
  let broker: RabbitmqTestBroker;
  let publisher: Publisher;
  let clockMs: number;

  beforeEach(async () => {
    clockMs = 0;
    broker = await openRabbitmqTestBroker(managementUrl);
    publisher = createPublisher({
      url: broker.urlOf("gateway", broker.gateway),
      log,
      component: "test",
      exchange: JOBS.exchange,
      confirmTimeoutMs: 1_000,
      clockMs: () => clockMs,
    });
    await until("the publisher is up", () => publisher.state() === "up");
  });
  afterEach(async () => {
    await publisher.stop(0);
    await broker.close();
  });

  async function waitingJobs(): Promise<number> {
    return (await (await broker.admin()).checkQueue(JOBS.queue)).messageCount;
  }

  test("While the broker is blocked, publish rejects with a NotSentError", async () => {
    broker.gateway.sendToClients(BLOCKED);
    await until("the publisher is down", () => publisher.state() === "down");
    await expect(publisher.publish({ message: "x" })).rejects.toBeInstanceOf(NotSentError);
    broker.gateway.sendToClients(UNBLOCKED);
    await until("the publisher is up", () => publisher.state() === "up");
    await publisher.publish({ message: "y" });
    expect(await waitingJobs()).toBe(1);
  });

  async function fillQueue(): Promise<void> {
    const admin = await broker.admin();
    await admin.deleteQueue(JOBS.queue);
    const full = { "x-queue-type": "quorum", "x-max-length": 1, "x-overflow": "reject-publish" };
    await admin.assertQueue(JOBS.queue, { arguments: full });
    await admin.bindQueue(JOBS.queue, JOBS.exchange, JOBS.exchange);
  }

  async function refusal(): Promise<unknown> {
    const failed = publisher.publish({ message: "x" }).then(
      () => undefined,
      (error: unknown) => error,
    );
    return (await failed) ?? (await refusal());
  }

  test("When the queue is full, publish rejects with a NotSentError, and the publisher is down for a second", async () => {
    await fillQueue();
    expect(await refusal()).toBeInstanceOf(NotSentError);
    const waiting = await waitingJobs();
    expect(publisher.state()).toBe("down");
    await expect(publisher.publish({ message: "y" })).rejects.toBeInstanceOf(NotSentError);
    clockMs += 999;
    expect(publisher.state()).toBe("down");
    clockMs += 1;
    expect(publisher.state()).toBe("up");
    await (await broker.admin()).purgeQueue(JOBS.queue);
    await publisher.publish({ message: "z" });
    expect(waiting).toBeGreaterThan(0);
    expect(await waitingJobs()).toBe(1);
  });

  test("When the connection breaks before the confirm, publish rejects, but not with a NotSentError", async () => {
    broker.gateway.hold();
    const sending = publisher.publish({ message: "x" }).catch((error: unknown) => error);
    await broker.gateway.cut();
    const error = await sending;
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSentError);
  });

  test("When the broker hangs, publish rejects, but not with a NotSentError; the next publish rejects with one", async () => {
    broker.gateway.hold();
    const refusal = await publisher.publish({ message: "x" }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(NotSentError);
    expect(publisher.state()).toBe("down");
    await expect(publisher.publish({ message: "y" })).rejects.toBeInstanceOf(NotSentError);
    await broker.gateway.cut();
    await broker.gateway.mend();
    await until("the publisher is up", () => publisher.state() === "up");
    await publisher.publish({ message: "z" });
    expect(await waitingJobs()).toBe(1);
  });

  test("While 512 messages wait for confirms, publish rejects at once with a NotSentError", async () => {
    broker.gateway.hold();
    const sends = Array.from({ length: 512 }, () => publisher.publish({ message: "x" }));
    const settled = Promise.allSettled(sends);
    await expect(publisher.publish({ message: "y" })).rejects.toBeInstanceOf(NotSentError);
    expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
  });

  test("While 64 MB of messages wait for confirms, publish rejects at once with a NotSentError", async () => {
    broker.gateway.hold();
    const message = "x".repeat(16 * 1024 * 1024);
    const sends = Array.from({ length: 4 }, () => publisher.publish({ message }));
    const settled = Promise.allSettled(sends);
    await expect(publisher.publish({ message: "y" })).rejects.toBeInstanceOf(NotSentError);
    await settled;
  });

  test("stop waits until earlier messages are confirmed", async () => {
    const sends = Array.from({ length: 50 }, (_, index) =>
      publisher.publish({ message: `m${index}` }),
    );
    await publisher.stop(5_000);
    await Promise.all(sends);
    expect(await waitingJobs()).toBe(50);
  });
});
