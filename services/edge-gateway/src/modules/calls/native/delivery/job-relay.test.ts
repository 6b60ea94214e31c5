import { afterEach, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { type JobTransport, NotSentError, type OutgoingJob } from "@veil/transport/jobs";
import { createWorkerSlots } from "../../../../platform/fair-queue.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { JobOutbox, OutboxJob } from "../ports.ts";
import { createMemoryWakeUps } from "../results/create-wake-ups.ts";
import { createJobRelay, createJobsAtWorker, type JobRelay } from "./job-relay.ts";

const job: OutboxJob = {
  jobId: "job_1",
  customerId: "cus_1" as CustomerId,
  message: "sealed",
  deliveries: 1,
  expiresAt: new Date(Date.now() + 60_000),
};
let relay: JobRelay | undefined;
afterEach(() => relay?.stop());

/** `atOnce`: how many jobs the worker accepts at the same time. */
function setUp(outcomes: (Error | "sent")[], claimable: OutboxJob[] = [], atOnce = 10) {
  const sent: OutgoingJob[] = [];
  const notes: string[] = [];
  let state: "up" | "down" = "up";
  let looks = 0;
  let held: Promise<void> | undefined;
  const outbox: JobOutbox = {
    async claim() {
      notes.push("claim");
      return claimable.splice(0);
    },
    unfinished: async (jobIds) => jobIds,
    renew: async () => {},
    sent: async (jobIds) => void notes.push(`sent ${jobIds.join()}`),
    async release(jobIds, { delivered }) {
      const wait = held;
      held = undefined;
      await wait;
      notes.push(`release ${jobIds.join()} ${delivered}`);
    },
  };
  const transport: JobTransport = {
    state: () => {
      looks++;
      return state;
    },
    start: async () => {},
    stop: async () => {},
    send: async (outgoing) => {
      sent.push(outgoing);
      const outcome = outcomes.shift();
      if (outcome instanceof Error) throw outcome;
      return "ended";
    },
  };
  const slots = createWorkerSlots({ all: atOnce, own: atOnce });
  const wakeUps = createMemoryWakeUps();
  relay = createJobRelay({
    ...{ outbox, transport, slots, wakeUps, log: silentLogger, leaseMs: 60_000 },
  });
  relay.start();
  const go = (to: "up" | "down") => {
    state = to;
  };
  /** Makes the next release wait. Returns a function that lets it continue. */
  const holdRelease = () => {
    let letGo = (): void => undefined;
    held = new Promise((resolve) => {
      letGo = resolve;
    });
    return () => letGo();
  };
  const rows = () => notes.filter((note) => note !== "claim");
  return { relay, sent, notes, rows, go, holdRelease, looks: () => looks };
}

test("When the transport has accepted the job, then its row is deleted", async () => {
  const { relay: started, sent, rows } = setUp(["sent"]);
  started.dispatch(job);
  await until("it is noted", () => rows().length === 1);
  expect(rows()).toEqual(["sent job_1"]);
  expect(sent[0]).toMatchObject({ jobId: "job_1", message: "sealed", priorDeliveries: 0 });
});

test.each<[string, Error, string]>([
  ["certainly nothing was delivered", new NotSentError("down"), "release job_1 false"],
  ["the job may have been delivered", new Error("broke off"), "release job_1 true"],
])(
  "When sending fails and %s, then the row is released with that information and stays",
  async (_case, error, note) => {
    const { relay: started, rows } = setUp([error]);
    started.dispatch(job);
    await until("it is noted", () => rows().length === 1);
    // When the relay stops, at the latest, it deletes the rows of jobs that the transport accepted.
    await started.stop();
    expect(rows()).toEqual([note]);
  },
);

test("When a lease has expired, then the job is sent again with the number of possible earlier deliveries", async () => {
  const { sent } = setUp(["sent"], [{ ...job, deliveries: 3 }]);
  await until("it is sent", () => sent.length === 1);
  expect(sent[0]?.priorDeliveries).toBe(2);
});

test("When the transport is down, then no jobs are claimed until it is up", async () => {
  const { sent, go, looks } = setUp(["sent"], [job]);
  go("down");
  await until("it has looked twice", () => looks() >= 2);
  expect(sent).toEqual([]);
  go("up");
  await until("it is sent", () => sent.length === 1);
});

test("When the release of a waiting job's row is slow, then newer rows are not released and no claim is made before it ends", async () => {
  const { relay: started, notes, looks, holdRelease } = setUp(["sent"], [], 1);
  const letGo = holdRelease();
  for (const jobId of ["job_1", "job_2"]) started.dispatch({ ...job, jobId });
  await until("a turn to claim begins", () => looks() > 0);
  started.dispatch({ ...job, jobId: "job_3" });
  letGo();
  await until("it claims", () => notes.includes("claim"));
  expect(notes.find((note) => !note.startsWith("sent"))).toBe("release job_2 false");
});

const jobOf = (jobId: string) => ({
  jobId,
  customerId: `cus_${jobId.slice(0, 1)}` as CustomerId,
  expiresAt: new Date(Date.now() + 60_000),
});

test("When a job has to wait while a claim is in progress, then a newer job of its customer waits behind it", () => {
  let freed = 0;
  const jobs = createJobsAtWorker({
    slots: createWorkerSlots({ all: 1, own: 1 }),
    wakeUps: createMemoryWakeUps(),
    outbox: { unfinished: async (jobIds) => jobIds },
    onFree: () => {
      freed++;
    },
  });
  const room = jobs.room();
  if (room === undefined) throw new Error("There is no room");
  expect([jobs.begin(jobOf("y1"), "new"), jobs.begin(jobOf("x1"), "new")]).toEqual([true, false]);
  jobs.claimed([], room, true);
  jobs.end("y1");
  expect(freed).toBe(1);
  expect(jobs.begin(jobOf("x2"), "new")).toBe(false);
  expect(jobs.begin(jobOf("x1"), "oldest")).toBe(true);
});
