import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { type JobHandler, type JobSource, type JobTransport, NotSentError } from "../job-ports.ts";
import { describeJobTransport, outgoing, relay, signal } from "../job-transport.contract.ts";
import { QUEUES } from "./layout.ts";
import { JOBS, RESULTS } from "./names.ts";
import { PRIOR_DELIVERIES } from "./prior-deliveries.ts";
import { readQueueDepths } from "./queue-depths.ts";
import { createRabbitmqJobSource } from "./rabbitmq-job-source.ts";
import { createRabbitmqJobTransport } from "./rabbitmq-job-transport.ts";
import {
  openRabbitmqTestBroker,
  type RabbitmqTestBroker,
} from "./rabbitmq-test-broker.contract.ts";

interface Listed {
  readonly name: string;
  readonly user?: string;
}

async function openHarness(managementUrl: string) {
  const broker = await openRabbitmqTestBroker(managementUrl);
  const transports: JobTransport[] = [];
  const sources: JobSource[] = [];
  return {
    broker,
    gateway() {
      const url = broker.urlOf("gateway", broker.gateway);
      const transport = createRabbitmqJobTransport({ url, log });
      transports.push(transport);
      return transport;
    },
    async worker(concurrency: number) {
      const proxy = await broker.proxy();
      const url = broker.urlOf("worker", proxy);
      const source = createRabbitmqJobSource({ url, concurrency, log });
      sources.push(source);
      return { source, kill: () => proxy.cut(), end: () => proxy.cut(), mend: () => proxy.mend() };
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

describeWithServer("rabbitmq-management", "Jobs on RabbitMQ", (managementUrl) => {
  describeJobTransport("RabbitMQ", () => openHarness(managementUrl));

  describe("The job transport on RabbitMQ", () => {
    let ends: Awaited<ReturnType<typeof openHarness>>;
    let broker: RabbitmqTestBroker;

    beforeEach(async () => {
      ends = await openHarness(managementUrl);
      broker = ends.broker;
    });
    afterEach(() => ends.close());

    async function openGateway() {
      const results: string[] = [];
      const transport = ends.gateway();
      await transport.start(async (result) => {
        results.push(result);
      });
      await until("the transport is up", () => transport.state() === "up");
      return { transport, results };
    }

    async function openWorker(handler: JobHandler, concurrency = 4) {
      const worker = await ends.worker(concurrency);
      await worker.source.start(handler);
      await until("the source is up", () => worker.source.state() === "up");
      return worker;
    }

    const echo: JobHandler = async ({ message }) => ({ kind: "answered", result: message });

    test("When the exchange has no queue, send rejects with a NotSentError", async () => {
      const { transport } = await openGateway();
      const admin = await broker.admin();
      await admin.unbindQueue(JOBS.queue, JOBS.exchange, JOBS.exchange);
      const sends = await Promise.allSettled([
        transport.send(outgoing("j1")),
        transport.send(outgoing("j2")),
      ]);
      expect(sends.map((send) => send.status === "rejected" && send.reason)).toEqual([
        expect.any(NotSentError),
        expect.any(NotSentError),
      ]);
      await admin.bindQueue(JOBS.queue, JOBS.exchange, JOBS.exchange);
      await transport.send(outgoing("j3"));
      expect((await admin.checkQueue(JOBS.queue)).messageCount).toBe(1);
    });

    test("the gateway's user reads the depth of each queue, also of dead letters, and a missing queue is an error", async () => {
      const { transport } = await openGateway();
      await transport.send(outgoing("j1"));
      const url = broker.urlOf("gateway", broker.gateway);
      const depths = await readQueueDepths(url);
      expect(depths).toHaveLength(QUEUES.length);
      expect(depths).toContainEqual({ queue: JOBS.queue, messages: 1, isDeadLetters: false });
      expect(depths.filter(({ isDeadLetters }) => isDeadLetters)).toHaveLength(2);
      const admin = await broker.admin();
      await admin.deleteQueue(RESULTS.queue);
      await expect(readQueueDepths(url)).rejects.toThrow("NOT_FOUND");
    });

    test("When the exchange is deleted, the transport is down until it exists again", async () => {
      const { transport } = await openGateway();
      const admin = await broker.admin();
      await admin.deleteExchange(JOBS.exchange);
      await transport.send(outgoing("j1")).catch(() => undefined);
      await until("the transport is down", () => transport.state() === "down");
      await admin.assertExchange(JOBS.exchange, "direct", { durable: true });
      await admin.bindQueue(JOBS.queue, JOBS.exchange, JOBS.exchange);
      await until("the transport is up", () => transport.state() === "up");
      await transport.send(outgoing("j2"));
    });

    test("When the queue is full, send rejects with a NotSentError, and the transport recovers", async () => {
      const { transport } = await openGateway();
      const admin = await broker.admin();
      await admin.deleteQueue(JOBS.queue);
      const full = { "x-queue-type": "quorum", "x-max-length": 1, "x-overflow": "reject-publish" };
      await admin.assertQueue(JOBS.queue, { arguments: full });
      await admin.bindQueue(JOBS.queue, JOBS.exchange, JOBS.exchange);
      const refusals = [];
      for (let index = 0; index < 5; index += 1)
        refusals.push(await transport.send(outgoing(`j${index}`)).catch((error: unknown) => error));
      expect(refusals.at(-1)).toBeInstanceOf(NotSentError);
      expect(refusals.filter((error) => error instanceof Error)).toEqual(
        refusals.filter((error) => error instanceof NotSentError),
      );
      expect(transport.state()).toBe("down");
      await until("the transport is up again", () => transport.state() === "up");
    });

    test("The message properties of a job contain no time more precise than a second", async () => {
      const { transport } = await openGateway();
      await transport.send(outgoing("j1", 29_400));
      const channel = await broker.admin();
      const waiting = await channel.get(JOBS.queue, { noAck: true });
      const { expiration, timestamp, headers } = waiting === false ? {} : waiting.properties;
      expect(expiration).toBe("30000");
      expect(timestamp).toBeUndefined();
      // Ignores the broker's delivery count.
      const sent = Object.keys(headers ?? {}).filter((name) => name !== "x-delivery-count");
      expect(sent).toEqual([PRIOR_DELIVERIES]);
    });

    test("A job that waits past its deadline is dead-lettered", async () => {
      const { transport } = await openGateway();
      await transport.send(outgoing("late", 100));
      const admin = await broker.admin();
      const letter = await until("it has expired", () => broker.deadLetter());
      expect(letter).toEqual({ text: "late", reason: "expired" });
      expect((await admin.checkQueue(JOBS.queue)).messageCount).toBe(0);
    });

    test("A job that fails on every delivery is dead-lettered after 11 attempts", async () => {
      const attempts: number[] = [];
      await openWorker(async ({ attempt }) => {
        attempts.push(attempt);
        return { kind: "retry" };
      });
      const { transport } = await openGateway();
      await transport.send(outgoing("poison"));
      const letter = await until("it is a dead letter", () => broker.deadLetter());
      expect(letter).toEqual({ text: "poison", reason: "delivery_limit" });
      expect(attempts).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    });

    test("When the broker closes every connection, all reconnect and no job is lost", async () => {
      const { transport, results } = await openGateway();
      const closed = signal();
      let begun = 0;
      const worker = await openWorker(async ({ message }) => {
        begun += 1;
        if (begun > 5) await closed.given;
        return { kind: "answered", result: message };
      });
      const connections = await until("the broker lists the connections", async () => {
        const path = "/api/vhosts/{vhost}/connections";
        const all = (await broker.vhost.api("GET", path)) as readonly Listed[];
        const ours = all.filter(({ user }) => user?.startsWith(broker.vhost.name));
        return ours.length === 4 && ours;
      });
      const jobs = Array.from({ length: 40 }, (_, index) => `j${index}`);
      const relayed = Promise.all(jobs.map((job) => relay(transport, outgoing(job))));
      await until("some are done, and more are in flight", () => results.length > 4 && begun > 5);
      for (const { name } of connections)
        await broker.vhost
          .api("DELETE", `/api/connections/${encodeURIComponent(name)}`)
          .catch(() => undefined);
      closed.give();
      await relayed;
      await until("all results came", () => new Set(results).size === 40);
      await until("all are up", () => transport.state() === "up" && worker.source.state() === "up");
    });

    test("When a worker's connection breaks during a job, its result is sent after reconnecting", async () => {
      const [begun, end] = [signal(), signal()];
      const attempts: number[] = [];
      const worker = await openWorker(async ({ attempt }) => {
        attempts.push(attempt);
        begun.give();
        await end.given;
        return { kind: "answered", result: `attempt ${attempt}` };
      }, 1);
      const { transport, results } = await openGateway();
      await transport.send(outgoing("j1"));
      await begun.given;
      await worker.kill();
      await worker.mend();
      await until("the worker is back", () => worker.source.state() === "up");
      expect(attempts).toEqual([1]);
      end.give();
      await until("both attempts are answered", () => results.length === 2);
      expect(new Set(results)).toEqual(new Set(["attempt 1", "attempt 2"]));
    });

    test("When there is no queue for a result, the worker keeps the result until there is one", async () => {
      const admin = await broker.admin();
      await admin.unbindQueue(RESULTS.queue, RESULTS.exchange, RESULTS.exchange);
      const attempts: number[] = [];
      await openWorker(async ({ attempt }) => {
        attempts.push(attempt);
        return { kind: "answered", result: "done" };
      });
      const { transport, results } = await openGateway();
      await transport.send(outgoing("j1"));
      await until("it was delivered", () => attempts.length > 0);
      expect((await admin.checkQueue(RESULTS.queue)).messageCount).toBe(0);
      await admin.bindQueue(RESULTS.queue, RESULTS.exchange, RESULTS.exchange);
      await until("the result came", () => results.length === 1);
      expect(attempts).toEqual([1]);
    });

    test("When a consumer's queue is deleted, it consumes from a new queue with the same name", async () => {
      const { transport, results } = await openGateway();
      const worker = await openWorker(echo);
      const admin = await broker.admin();
      await admin.deleteQueue(JOBS.queue);
      await until("the source is down", () => worker.source.state() === "down");
      await admin.assertQueue(JOBS.queue, { arguments: { "x-queue-type": "quorum" } });
      await admin.bindQueue(JOBS.queue, JOBS.exchange, JOBS.exchange);
      await until("the source is up", () => worker.source.state() === "up");
      await relay(transport, outgoing("j1"));
      await until("the result came", () => results.length === 1);
    });
  });
});
