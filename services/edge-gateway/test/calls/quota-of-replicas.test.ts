import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import fc from "fast-check";
import { monthOf } from "../../src/modules/accounts/limits/quota.ts";
import type { CountOutcome } from "../../src/modules/calls/direct/ports.ts";
import { createPostgresCallCounts } from "../../src/modules/calls/direct/postgres-call-counts.ts";
import { createPostgresJobs } from "../../src/modules/calls/native/results/postgres-jobs.ts";
import { testAdmission } from "../support/admission.ts";
import { type GatewayDatabase, openGatewayDatabase } from "../support/gateway-database.ts";
import { insertTestCustomer } from "../support/test-customer.ts";

const REPLICAS = 3;
const CONNECTIONS = 2;

/** What the replicas do at the same time: how many of each, by replica. */
const ROUND = fc.record({
  jobs: fc.array(fc.nat(6), { minLength: REPLICAS, maxLength: REPLICAS }),
  calls: fc.array(fc.nat(6), { minLength: REPLICAS, maxLength: REPLICAS }),
  givenBack: fc.nat(4),
});

describeWithServer("postgres", "The quota of one customer at several replicas", () => {
  let opened: GatewayDatabase;
  beforeAll(async () => {
    opened = await openGatewayDatabase();
  });
  afterAll(() => opened.close());

  async function replicasOf(limit: number) {
    const { database } = opened;
    const customerId = await insertTestCustomer(database);
    const quota = { limitClass: "standard", limit } as const;
    // Each replica has its own batches and queues; the pool of connections may be shared.
    const replicas = Array.from({ length: REPLICAS }, () => ({
      jobs: createPostgresJobs(database, CONNECTIONS),
      counts: createPostgresCallCounts(database),
    }));
    const used = "select used from usage_monthly where customer_id = $1 and month = $2";
    return {
      job: (at: number) => replicas[at]?.jobs.admit(testAdmission({ customerId, quota }), 60_000),
      call: (at: number) => replicas[at]?.counts.count({ customerId, quota, events: [] }),
      giveBack: (at: number, month: string) =>
        replicas[at]?.counts.giveBack({ customerId, limitClass: "standard", month, events: [] }),
      used: async () => {
        const values = [customerId, monthOf(Date.now())];
        return (await database.optional<{ used: number }>(used, values))?.used ?? 0;
      },
    };
  }

  test("When jobs and calls are admitted and given back at all replicas in any order, then the quota is never exceeded, and nothing that fits is refused", async () => {
    const rounds = fc.array(ROUND, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 24 }), rounds, async (limit, given) => {
        const customer = await replicasOf(limit);
        const counted: string[] = [];
        let used = 0;
        for (const { jobs, calls, givenBack } of given) {
          const months = counted.splice(0, givenBack);
          const times = <T>(counts: readonly number[], of: (replica: number) => T) =>
            counts.flatMap((count, at) => Array.from({ length: count }, () => of(at)));
          const [admitted, outcomes] = await Promise.all([
            Promise.all(times(jobs, customer.job)),
            Promise.all(times(calls, customer.call)),
            Promise.all(months.map((month, at) => customer.giveBack(at % REPLICAS, month))),
          ]);
          const isCounted = (one?: CountOutcome) => (one?.kind === "counted" ? [one.month] : []);
          const fresh = outcomes.flatMap(isCounted);
          const taken = fresh.length + admitted.filter((one) => one?.kind === "admitted").length;
          const total = admitted.length + outcomes.length;
          expect(taken).toBeGreaterThanOrEqual(Math.min(total, limit - used));
          expect(taken).toBeLessThanOrEqual(Math.min(total, limit - used + months.length));
          used += taken - months.length;
          counted.push(...fresh);
          expect(await customer.used()).toBe(used);
        }
      }),
      { numRuns: 20 },
    );
  });
});
