import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { until, WAIT_CEILING_MS } from "@veil/testing";
import {
  type IncomingJob,
  type JobHandler,
  type JobSource,
  type JobTransport,
  NotSentError,
  type OutgoingJob,
} from "./job-ports.ts";

interface WorkerEnd {
  readonly source: JobSource;
  kill(): Promise<void>;
  /** Is called after `source.stop`. */
  end(): Promise<void>;
}

export interface JobHarness {
  gateway(): JobTransport;
  worker(concurrency: number): Promise<WorkerEnd>;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

export function describeJobTransport(name: string, open: () => Promise<JobHarness>): void {
  describe(`${name} as a job transport`, () => {
    let harness: JobHarness;

    beforeEach(async () => {
      harness = await open();
    });
    afterEach(() => harness.close());

    async function openGateway() {
      const results: string[] = [];
      const transport = harness.gateway();
      await transport.start(async (result) => {
        results.push(result);
      });
      await until("the transport is up", () => transport.state() === "up");
      return { transport, results };
    }

    async function openWorker(handler: JobHandler, concurrency = 4) {
      const worker = await harness.worker(concurrency);
      await worker.source.start(handler);
      await until("the source is up", () => worker.source.state() === "up");
      return worker;
    }

    test("A job that is sent is delivered as attempt 1, and its result is returned", async () => {
      const jobs: IncomingJob[] = [];
      await openWorker(async (job) => {
        jobs.push(job);
        return { kind: "answered", result: `${job.message} done` };
      });
      const { transport, results } = await openGateway();
      await transport.send(outgoing("j1"));
      await until("the result came", () => results.length === 1);
      expect(jobs).toEqual([{ message: "j1", attempt: 1 }]);
      expect(results).toEqual(["j1 done"]);
    });

    test("A job with three prior deliveries is delivered as attempt 4", async () => {
      const attempts: number[] = [];
      await openWorker(async ({ attempt }) => {
        attempts.push(attempt);
        return { kind: "answered", result: "done" };
      });
      const { transport } = await openGateway();
      await transport.send({ ...outgoing("j1"), priorDeliveries: 3 });
      expect(await until("it was delivered", () => attempts[0])).toBe(4);
    });

    test("A job in flight when its worker crashes is delivered to another worker as the next attempt", async () => {
      const begun = signal();
      const dying = await openWorker(() => {
        begun.give();
        return new Promise(() => undefined);
      });
      const { transport, results } = await openGateway();
      const relayed = relay(transport, outgoing("j1"));
      await begun.given;
      await dying.kill();
      await openWorker(async ({ attempt }) => ({ kind: "answered", result: `${attempt}` }));
      // A send whose connection breaks counts as a delivery, because the worker may have got it.
      const uncertain = await relayed;
      await until("the result came", () => results.length === 1);
      expect(results).toEqual([`${Math.max(2, uncertain + 1)}`]);
    });

    test.each([
      ["says retry", async () => ({ kind: "retry" as const })],
      ["throws", () => Promise.reject(new Error("no"))],
    ])(
      "When the handler %s, the job is delivered again as the next attempt",
      async (_name, fail) => {
        const attempts: number[] = [];
        await openWorker(async (job) => {
          attempts.push(job.attempt);
          return job.attempt < 3 ? await fail() : { kind: "answered", result: "done" };
        });
        const { transport, results } = await openGateway();
        await relay(transport, outgoing("j1"));
        await until("the result came", () => results.length === 1);
        expect(attempts).toEqual([1, 2, 3]);
      },
    );

    test("A result whose handler fails is delivered again", async () => {
      await openWorker(async () => ({ kind: "answered", result: "done" }));
      let stored = 0;
      let refused = 0;
      const transport = harness.gateway();
      await transport.start(async () => {
        if (refused < 2) {
          refused += 1;
          throw new Error("The database is away");
        }
        stored += 1;
      });
      await until("the transport is up", () => transport.state() === "up");
      await relay(transport, outgoing("j1"));
      await until("it was stored", () => stored === 1);
      expect(refused).toBe(2);
    });

    test("While the connection is down, send rejects, and the rejected jobs are not sent later", async () => {
      const delivered: string[] = [];
      await openWorker(async ({ message }) => {
        delivered.push(message);
        return { kind: "answered", result: "done" };
      });
      const { transport } = await openGateway();
      await harness.cut();
      await until("the transport is down", () => transport.state() === "down");
      const refusals = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) => transport.send(outgoing(`lost ${index}`))),
      );
      await harness.mend();
      await until("the transport is up again", () => transport.state() === "up");
      await relay(transport, outgoing("later"));
      await until("it was delivered", () => delivered.includes("later"));
      expect(delivered).toEqual(["later"]);
      expect(new Set(refusals.map((refusal) => nameOf(refusal)))).toEqual(
        new Set(["NotSentError"]),
      );
    });

    test("A job that is sent after its deadline is not delivered, and send rejects with a NotSentError", async () => {
      const delivered: string[] = [];
      await openWorker(async ({ message }) => {
        delivered.push(message);
        return { kind: "answered", result: "done" };
      });
      const { transport } = await openGateway();
      const late = { ...outgoing("late"), expiresAt: new Date(Date.now() - 1) };
      await expect(transport.send(late)).rejects.toBeInstanceOf(NotSentError);
      await relay(transport, outgoing("in time"));
      await until("it was delivered", () => delivered.includes("in time"));
      expect(delivered).toEqual(["in time"]);
    });

    test("At most `concurrency` jobs are in flight at once, and all jobs finish", async () => {
      let inFlight = 0;
      let most = 0;
      await openWorker(async ({ message }) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await until("as many as may be are in flight", () => most >= 3);
        inFlight -= 1;
        return { kind: "answered", result: message };
      }, 3);
      const { transport, results } = await openGateway();
      const jobs = Array.from({ length: 30 }, (_, index) => `j${index}`);
      await Promise.all(jobs.map((job) => relay(transport, outgoing(job))));
      await until("all results came", () => new Set(results).size === 30);
      expect(most).toBe(3);
    });

    test("When a worker stops, its jobs in flight finish, and another worker gets the rest", async () => {
      const attempts = new Map<string, number>();
      const stopping = signal();
      let begun = 0;
      const work: JobHandler = async ({ message, attempt }) => {
        begun += 1;
        if (begun > 4) await stopping.given;
        attempts.set(message, attempt);
        return { kind: "answered", result: message };
      };
      const first = await openWorker(work, 4);
      const { transport, results } = await openGateway();
      const jobs = Array.from({ length: 24 }, (_, index) => `j${index}`);
      const relayed = Promise.all(jobs.map((job) => relay(transport, outgoing(job))));
      await until("it has more in flight", () => results.length >= 4 && begun > 4);
      const stopped = first.source.stop(WAIT_CEILING_MS);
      stopping.give();
      await stopped;
      const answeredByFirst = [...attempts.keys()];
      await first.end();
      await openWorker(work, 4);
      await relayed;
      await until("all results came", () => new Set(results).size === 24);
      expect(answeredByFirst.map((job) => attempts.get(job))).toEqual(answeredByFirst.map(() => 1));
      expect(results.filter((job) => answeredByFirst.includes(job))).toHaveLength(
        answeredByFirst.length,
      );
    });

    test("A job that exceeds a stopping worker's grace period is redelivered to another worker", async () => {
      const begun = signal();
      const stuck = await openWorker(() => {
        begun.give();
        return new Promise(() => undefined);
      });
      const { transport, results } = await openGateway();
      const relayed = relay(transport, outgoing("j1"));
      await begun.given;
      await stuck.source.stop(20);
      await stuck.end();
      await openWorker(async ({ attempt }) => ({ kind: "answered", result: `${attempt}` }));
      // A send whose connection breaks counts as a delivery, because the worker may have got it.
      const uncertain = await relayed;
      await until("the result came", () => results.length === 1);
      expect(results).toEqual([`${Math.max(2, uncertain + 1)}`]);
    });

    test("A gateway and a worker that start without a connection connect when there is one", async () => {
      await harness.cut();
      const transport = harness.gateway();
      const results: string[] = [];
      await transport.start(async (result) => {
        results.push(result);
      });
      expect(transport.state()).toBe("down");
      await expect(transport.send(outgoing("j1"))).rejects.toBeInstanceOf(NotSentError);
      await harness.mend();
      await openWorker(async ({ message }) => ({ kind: "answered", result: message }));
      await until("the transport is up", () => transport.state() === "up");
      await relay(transport, outgoing("j2"));
      await until("the result came", () => results.length === 1);
      expect(results).toEqual(["j2"]);
    });

    test("After stop, the transport is down and send rejects with a NotSentError", async () => {
      await openWorker(async () => ({ kind: "answered", result: "done" }));
      const { transport } = await openGateway();
      await transport.stop();
      expect(transport.state()).toBe("down");
      await expect(transport.send(outgoing("j1"))).rejects.toBeInstanceOf(NotSentError);
    });
  });
}

export function outgoing(message: string, lifetimeMs = 30_000): OutgoingJob {
  const expiresAt = new Date(Date.now() + lifetimeMs);
  return { jobId: message, message, priorDeliveries: 0, expiresAt };
}

/** Sends a job until that succeeds. @returns how many earlier sends may have delivered it */
export async function relay(transport: JobTransport, job: OutgoingJob): Promise<number> {
  let { priorDeliveries } = job;
  await until(`${job.message} was sent`, async () => {
    try {
      await transport.send({ ...job, priorDeliveries });
      return true;
    } catch (error) {
      if (!(error instanceof NotSentError)) priorDeliveries += 1;
      return false;
    }
  });
  return priorDeliveries;
}

export function signal(): { readonly given: Promise<void>; give(): void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

function nameOf(settled: PromiseSettledResult<unknown>): string {
  return settled.status === "rejected" ? (settled.reason as Error).name : "resolved";
}
