/** @slow waits for the intervals of the relay */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer, until } from "@veil/testing";
import { type JobTransport, NotSentError } from "@veil/transport/jobs";
import { testAdmission } from "../../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../../test/support/test-customer.ts";
import { createWorkerSlots } from "../../../../platform/fair-queue.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { JobOutbox, Jobs } from "../ports.ts";
import { createMemoryWakeUps } from "../results/create-wake-ups.ts";
import { createPostgresJobs } from "../results/postgres-jobs.ts";
import { createJobRelay, type JobRelay } from "./job-relay.ts";
import { createPostgresJobOutbox } from "./postgres-job-outbox.ts";

const LEASE_MS = 60_000;
const UNLIMITED = { limitClass: "standard", limit: Number.POSITIVE_INFINITY } as const;

let opened: GatewayDatabase;
let jobs: Jobs;
let customers: ReadonlyMap<string, CustomerId>;
let relay: JobRelay | undefined;
beforeAll(async () => {
  opened = await openGatewayDatabase();
  const { database } = opened;
  jobs = createPostgresJobs(database, 10);
  customers = new Map([
    ["a", await insertTestCustomer(database)],
    ["b", await insertTestCustomer(database)],
  ]);
});
beforeEach(async () => {
  await opened.owner.execute("delete from jobs");
});
afterEach(() => relay?.stop());
afterAll(() => opened.close());

/** By default there are four worker slots, and one customer can use at most three of them. */
function setUp(handOver: "ended" | "queued", share = { all: 4, own: 3 }) {
  const sent: string[] = [];
  const answers = new Map<string, (error?: Error) => void>();
  const stored = createPostgresJobOutbox(opened.database);
  let reads = 0;
  let held: Promise<void> | undefined;
  const outbox: JobOutbox = {
    ...stored,
    async unfinished(jobIds) {
      const found = await stored.unfinished(jobIds);
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
    async finish(jobId: string) {
      await jobs.finish({ jobId, state: "completed", answer: Buffer.of(1), events: [] });
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

  /** The first letter of a job id names the job's customer. */
  async function admitUntil(deadline: Date, jobIds: readonly string[]) {
    const admissions = jobIds.map((jobId) => {
      const customerId = customers.get(jobId.slice(0, 1)) as CustomerId;
      return testAdmission({ customerId, jobId, deadline, quota: UNLIMITED });
    });
    for (const admission of admissions) await jobs.admit(admission, LEASE_MS);
    for (const { jobId, customerId, message } of admissions)
      started.dispatch({ jobId, customerId, message, deliveries: 1, expiresAt: deadline });
  }
}

describeWithServer("postgres", "The order of jobs", () => {
  test("When one customer has more slow jobs than its share, then another customer's first job is sent at once, and that customer's next job is sent before the waiting jobs", async () => {
    const { sent, admit, answer } = setUp("ended", { all: 8, own: 6 });
    await admit(...["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"]);
    await admit("b1", "b2");
    expect(sent).toEqual(["a1", "a2", "a3", "a4", "a5", "a6", "b1"]);
    answer("a1");
    await until("the next is sent", () => sent.length === 8);
    expect(sent.at(-1)).toBe("b2");
  });

  test("When a job waits for a slot, then later jobs of its customer do not overtake it", async () => {
    const { sent, admit, answer } = setUp("ended");
    await admit("a1", "a2", "a3", "a4");
    answer("a1");
    await until("the slot is free, and the job that waited is sent", () => sent.length === 4);
    answer("a2");
    await admit("a5", "a6");
    answer("a3");
    await until("all are sent", () => sent.length === 6);
    expect(sent).toEqual(["a1", "a2", "a3", "a4", "a5", "a6"]);
  });

  test("When jobs are queued at a broker, then each holds its slot until its result arrives on any replica", async () => {
    const { sent, admit, finish } = setUp("queued");
    await admit("a1", "a2", "a3", "a4", "b1");
    expect(sent).toEqual(["a1", "a2", "a3", "b1"]);
    (await finish("a2")).wake();
    (await finish("b1")).wake();
    await until("the next is sent", () => sent.length === 5);
    expect(sent.at(-1)).toBe("a4");
  });

  test("When the wake-up for a finished job is lost, then its slot is still freed", async () => {
    const { sent, admit, finish } = setUp("queued");
    await admit("a1", "a2", "a3", "a4");
    await finish("a1");
    await until("the next is sent", () => sent.length === 4);
  });

  test("When a job is sent during the query for finished jobs, then it keeps its slot", async () => {
    const { sent, admit, finish, holdReads } = setUp("queued");
    await admit("a1");
    const reading = holdReads();
    await until("it is read", () => reading.begun());
    await admit("a2", "a3", "a4");
    reading.letGo();
    (await finish("a1")).wake();
    await until("the next is sent", () => sent.length === 4);
    await admit("a5");
    await until("it is read again", () => reading.count() > 1);
    expect(sent).toEqual(["a1", "a2", "a3", "a4"]);
  });

  test("When sending a job fails, then its slot is freed and the job is sent again", async () => {
    const { sent, admit, answer } = setUp("ended");
    await admit("a1", "a2", "a3", "a4");
    const free = "select from job_outbox where leased_until < now()";
    await until("the last one waits", async () => {
      return (await opened.database.query(free)).length === 1;
    });
    answer("a1", new NotSentError("busy"));
    await until("the job that waited is sent", () => sent.includes("a4"));
    answer("a2");
    await until("the first one is sent again", () => sent.filter((id) => id === "a1").length === 2);
  });

  test("When jobs were deleted and so get no final state, then each holds its slot until its deadline", async () => {
    const { sent, admit, admitUntil } = setUp("queued");
    await admitUntil(new Date(Date.now() - 60_000), ["a1"]);
    await admit("a2", "a3", "a4", "a5");
    await until("the next is sent", () => sent.length > 3);
    expect(sent).toEqual(["a1", "a2", "a3", "a4"]);
  });
});
