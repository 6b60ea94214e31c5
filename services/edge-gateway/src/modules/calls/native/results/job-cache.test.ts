import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { testAdmission } from "../../../../../test/support/admission.ts";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../../test/support/test-customer.ts";
import type { CustomerId } from "../../../accounts/keys/caller.ts";
import type { Admission } from "../ports.ts";
import { withJobCache } from "./job-cache.ts";
import { createPostgresJobs } from "./postgres-jobs.ts";

let customerId: CustomerId;
let opened: GatewayDatabase;
beforeAll(async () => {
  opened = await openGatewayDatabase();
});
afterAll(() => opened.close());

async function setUp(most?: number) {
  customerId = await insertTestCustomer(opened.database);
  const jobs = createPostgresJobs(opened.database, 10);
  const asked: string[] = [];
  const counting = {
    ...jobs,
    admitted(jobId: string) {
      asked.push(jobId);
      return jobs.admitted(jobId);
    },
  };
  return { remembered: withJobCache(counting, most), asked };
}

const parts = ({ facts, relinkMap }: Admission) => ({ customerId, facts, relinkMap });

describeWithServer("postgres", "Remembered jobs", () => {
  test("A job that this replica admitted is not read from the database until it has ended", async () => {
    const { remembered, asked } = await setUp();
    const given = testAdmission({ customerId, events: [] });
    await remembered.admit(given, 1_000);
    expect(await remembered.admitted(given.jobId)).toMatchObject(parts(given));
    expect(asked).toEqual([]);
    await remembered.finish({
      jobId: given.jobId,
      state: "completed",
      answer: Buffer.from("x"),
      events: [],
    });
    expect(await remembered.admitted(given.jobId)).toMatchObject(parts(given));
    expect(asked).toEqual([given.jobId]);
  });

  test("When more jobs are in flight than the cache holds, then the oldest are read from the database", async () => {
    const { remembered, asked } = await setUp(1);
    const [one, other] = [
      testAdmission({ customerId, events: [] }),
      testAdmission({ customerId, events: [] }),
    ];
    for (const given of [one, other]) await remembered.admit(given, 1_000);
    for (const given of [one, other])
      expect(await remembered.admitted(given.jobId)).toMatchObject(parts(given));
    expect(asked).toEqual([one.jobId]);
  });

  test("A job with a long re-link map is not cached but read from the database", async () => {
    const { remembered, asked } = await setUp();
    const given = testAdmission({ customerId, events: [], relinkMap: Buffer.alloc(65_537) });
    await remembered.admit(given, 1_000);
    expect(await remembered.admitted(given.jobId)).toMatchObject(parts(given));
    expect(asked).toEqual([given.jobId]);
  });
});
