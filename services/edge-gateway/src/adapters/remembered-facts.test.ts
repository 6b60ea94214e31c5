import { expect, test } from "@jest/globals";
import { testAdmission } from "../../test/support/admission.ts";
import { createMemoryJobs } from "../../test/support/memory-jobs.ts";
import type { CustomerId } from "../domain/accounts/caller.ts";
import { rememberedFacts } from "./remembered-facts.ts";

const customerId = "cus_1" as CustomerId;

function setUp(most?: number) {
  const { jobs } = createMemoryJobs();
  const asked: string[] = [];
  const counting = {
    ...jobs,
    factsOf(jobId: string) {
      asked.push(jobId);
      return jobs.factsOf(jobId);
    },
  };
  return { remembered: rememberedFacts(counting, most), asked };
}

test("The facts of a job that was admitted here are not asked for until it has ended", async () => {
  const { remembered, asked } = setUp();
  const given = testAdmission({ customerId, events: [] });
  await remembered.admit(given, 1_000);
  expect(await remembered.factsOf(given.jobId)).toEqual(given.facts);
  expect(asked).toEqual([]);
  await remembered.finish(given.jobId, "completed", Buffer.from("x"), []);
  expect(await remembered.factsOf(given.jobId)).toEqual(given.facts);
  expect(asked).toEqual([given.jobId]);
});

test("When more jobs are in flight than are remembered, then the rest is asked for", async () => {
  const { remembered, asked } = setUp(1);
  const [one, other] = [
    testAdmission({ customerId, events: [] }),
    testAdmission({ customerId, events: [] }),
  ];
  for (const given of [one, other]) {
    await remembered.admit(given, 1_000);
    expect(await remembered.factsOf(given.jobId)).toEqual(given.facts);
  }
  expect(asked).toEqual([other.jobId]);
});
