/** @slow Waits for the intervals of the relay. */
import { afterEach, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { type JobTransport, NotSentError } from "@veil/transport/jobs";
import { testAdmission } from "../../../../../test/support/admission.ts";
import { createMemoryJobOutbox } from "../../../../../test/support/memory-outboxes.ts";
import { createWorkerSlots } from "../../../../platform/worker-slots.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { JobOutbox } from "../ports.ts";
import { createMemoryWakeUps } from "../results/memory-wake-ups.ts";
import { createJobRelay, type JobRelay } from "./job-relay.ts";

const LEASE_MS = 60_000;
let relay: JobRelay | undefined;
afterEach(() => relay?.stop());

/** By default with four slots, three of them one customer's at most. */
function setUp(handOver: "ended" | "queued", share = { all: 4, own: 3 }) {
  const sent: string[] = [];
  const answers = new Map<string, (error?: Error) => void>();
  const finished = new Set<string>();
  const { outbox: memory, add } = createMemoryJobOutbox((jobId) => !finished.has(jobId));
  let reads = 0;
  let held: Promise<void> | undefined;
  const outbox: JobOutbox = {
    ...memory,
    async unfinished(jobIds) {
      const found = await memory.unfinished(jobIds);
      reads++;
      await held;
      return found;
    },
  };
  const wakeUps = createMemoryWakeUps();
  const transport: JobTransport = {
    state: () => "up",
    start: async () => {},
    stop: async () => {},
    async send({ jobId }) {
      sent.push(jobId);
      if (handOver === "ended")
        await new Promise<void>((resolve, reject) =>
          answers.set(jobId, (error) => (error === undefined ? resolve() : reject(error))),
        );
      return handOver;
    },
  };
  const slots = createWorkerSlots(share);
  const started = createJobRelay({
    ...{ outbox, transport, slots, wakeUps, log: silentLogger, leaseMs: LEASE_MS },
  });
  relay = started;
  started.start();
  return {
    sent,
    answer: (jobId: string, error?: Error) => answers.get(jobId)?.(error),
    finish(jobId: string) {
      finished.add(jobId);
      return { wake: () => wakeUps.wake(jobId) };
    },
    holdReads() {
      const before = reads;
      let letGo = (): void => undefined;
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return { begun: () => reads > before, count: () => reads - before, letGo };
    },
    admit: (...jobIds: readonly string[]) => admitUntil(new Date(Date.now() + 60_000), jobIds),
    admitUntil,
  };

  function admitUntil(deadline: Date, jobIds: readonly string[]) {
    for (const jobId of jobIds) {
      const customerId = `cus_${jobId.slice(0, 1)}` as CustomerId;
      const admission = testAdmission({ customerId, jobId, deadline });
      add(admission, LEASE_MS);
      const { message } = admission;
      started.dispatch({ jobId, customerId, message, deliveries: 1, expiresAt: deadline });
    }
  }
}

test("When one customer has more slow jobs than its share, then another's first job is sent at once, and its next before the first one's", async () => {
  const { sent, admit, answer } = setUp("ended", { all: 8, own: 6 });
  admit(...["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]);
  admit("b1", "b2");
  expect(sent).toEqual(["a1", "a2", "a3", "a4", "a5", "a6", "b1"]);
  answer("a1");
  await until("the next is sent", () => sent.length === 8);
  expect(sent.at(-1)).toBe("b2");
});

test("When a job waits for a slot, then later ones of its customer do not pass it", async () => {
  const { sent, admit, answer } = setUp("ended");
  admit("a1", "a2", "a3", "a4");
  answer("a1");
  await until("the slot is free, and the job that waited is sent", () => sent.length === 4);
  answer("a2");
  admit("a5", "a6");
  answer("a3");
  await until("all are sent", () => sent.length === 6);
  expect(sent).toEqual(["a1", "a2", "a3", "a4", "a5", "a6"]);
});

test("When jobs are queued at a broker, then each holds its slot until its result came, on whichever replica", async () => {
  const { sent, admit, finish } = setUp("queued");
  admit("a1", "a2", "a3", "a4", "b1");
  expect(sent).toEqual(["a1", "a2", "a3", "b1"]);
  finish("a2").wake();
  finish("b1").wake();
  await until("the next is sent", () => sent.length === 5);
  expect(sent.at(-1)).toBe("a4");
});

test("When the wake-up of a finished job was lost, then its slot is free all the same", async () => {
  const { sent, admit, finish } = setUp("queued");
  admit("a1", "a2", "a3", "a4");
  finish("a1");
  await until("the next is sent", () => sent.length === 4);
});

test("When a job is sent while it is read which others are finished, then it keeps its slot", async () => {
  const { sent, admit, finish, holdReads } = setUp("queued");
  admit("a1");
  const reading = holdReads();
  await until("it is read", () => reading.begun());
  admit("a2", "a3", "a4");
  reading.letGo();
  finish("a1").wake();
  await until("the next is sent", () => sent.length === 4);
  admit("a5");
  await until("it is read again", () => reading.count() > 1);
  expect(sent).toEqual(["a1", "a2", "a3", "a4"]);
});

test("When a job was not sent, then its slot is free, and it is sent again", async () => {
  const { sent, admit, answer } = setUp("ended");
  admit("a1", "a2", "a3", "a4");
  answer("a1", new NotSentError("busy"));
  await until("the job that waited is sent", () => sent.includes("a4"));
  answer("a2");
  await until("the first one is sent again", () => sent.filter((id) => id === "a1").length === 2);
});

test("When jobs get no final state, since they were deleted, then each holds its slot until its deadline", async () => {
  const { sent, admit, admitUntil } = setUp("queued");
  admitUntil(new Date(Date.now() - 60_000), ["a1"]);
  admit("a2", "a3", "a4", "a5");
  await until("the next is sent", () => sent.length > 3);
  expect(sent).toEqual(["a1", "a2", "a3", "a4"]);
});
