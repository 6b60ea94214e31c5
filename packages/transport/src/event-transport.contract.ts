import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { until, WAIT_CEILING_MS } from "@veil/testing";
import {
  type EventHandler,
  type EventSource,
  type EventTransport,
  PoisonedMessageError,
} from "./event-ports.ts";
import { signal } from "./job-transport.contract.ts";

interface AuditEnd {
  readonly source: EventSource;
  kill(): Promise<void>;
  /** Is called after `source.stop`. */
  end(): Promise<void>;
}

export interface EventHarness {
  gateway(): EventTransport;
  audit(): Promise<AuditEnd>;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export function describeEventTransport(name: string, open: () => Promise<EventHarness>): void {
  describe(`${name} as an event transport`, () => {
    let harness: EventHarness;

    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.close());

    async function openGateway() {
      const transport = harness.gateway();
      await until("the transport is up", () => transport.state() === "up");
      return transport;
    }

    async function openAudit(handler: EventHandler) {
      const audit = await harness.audit();
      await audit.source.start(handler);
      await until("the source is up", () => audit.source.state() === "up");
      return audit;
    }

    function memory() {
      const appended: string[] = [];
      const append: EventHandler = async (message) => {
        appended.push(message);
      };
      return { appended, append };
    }

    test("A batch that is sent is appended once", async () => {
      const { appended, append } = memory();
      await openAudit(append);
      const transport = await openGateway();
      await transport.send("b1");
      await until("it is appended", () => appended.length === 1);
      expect(appended).toEqual(["b1"]);
    });

    test("A batch whose handler fails is delivered again until it is appended", async () => {
      const { appended, append } = memory();
      let refused = 0;
      await openAudit(async (message) => {
        if (refused === 3) return await append(message);
        refused += 1;
        throw new Error("The database is away");
      });
      await relay(await openGateway(), "b1");
      await until("it is appended", () => appended.length === 1);
      expect(refused).toBe(3);
    });

    test("A poisoned batch is not delivered again, and does not block the next one", async () => {
      const { appended, append } = memory();
      let poisoned = 0;
      await openAudit(async (message) => {
        if (message !== "poison") return await append(message);
        poisoned += 1;
        throw new PoisonedMessageError("Bad signature");
      });
      const transport = await openGateway();
      await relay(transport, "poison");
      await relay(transport, "b2");
      await until("the next one is appended", () => appended.length === 1);
      expect(appended).toEqual(["b2"]);
      expect(poisoned).toBe(1);
    });

    test("A batch in flight when the audit service crashes is appended after its restart", async () => {
      const { appended, append } = memory();
      let begun = false;
      const dying = await openAudit(() => {
        begun = true;
        return new Promise(() => undefined);
      });
      const relayed = relay(await openGateway(), "b1");
      await until("it is in flight", () => begun);
      await dying.kill();
      await openAudit(append);
      await relayed;
      await until("it is appended", () => appended.length === 1);
    });

    test("When the audit service stops with batches in flight, every batch is appended and none is lost", async () => {
      const { appended, append } = memory();
      const stopping = signal();
      let begun = 0;
      const work: EventHandler = async (message) => {
        begun += 1;
        if (begun > 1) await stopping.given;
        await append(message);
      };
      const first = await openAudit(work);
      const transport = await openGateway();
      const batches = Array.from({ length: 30 }, (_, index) => `b${index}`);
      const relayed = Promise.all(batches.map((batch) => relay(transport, batch)));
      await until("it has more in flight", () => appended.length > 0 && begun > 1);
      const stopped = first.source.stop(WAIT_CEILING_MS);
      stopping.give();
      await stopped;
      await first.end();
      await openAudit(work);
      await relayed;
      await until("all are appended", () => new Set(appended).size === 30);
      expect(appended).toHaveLength(30);
    });

    test("While the connection is down, send rejects, and the rejected batches are not sent later", async () => {
      const { appended, append } = memory();
      await openAudit(append);
      const transport = await openGateway();
      await harness.cut();
      await until("the transport is down", () => transport.state() === "down");
      const sends = Array.from({ length: 100 }, (_, index) => transport.send(`lost ${index}`));
      const settled = await Promise.allSettled(sends);
      await harness.mend();
      await until("the transport is up again", () => transport.state() === "up");
      await relay(transport, "later");
      await until("it is appended", () => appended.includes("later"));
      expect(appended).toEqual(["later"]);
      expect(settled.every(({ status }) => status === "rejected")).toBe(true);
    });

    test("After stop, the transport is down and send rejects", async () => {
      await openAudit(memory().append);
      const transport = await openGateway();
      await transport.stop();
      expect(transport.state()).toBe("down");
      await expect(transport.send("b1")).rejects.toThrow();
    });
  });
}

async function relay(transport: EventTransport, message: string): Promise<void> {
  await until(`${message} was sent`, async () => {
    try {
      await transport.send(message);
      return true;
    } catch (error) {
      return error instanceof PoisonedMessageError;
    }
  });
}
