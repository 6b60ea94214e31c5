import { afterEach, expect, test } from "@jest/globals";
import { DatabaseError } from "@veil/postgres-kit";
import { until } from "@veil/testing";
import { createOpenEnds } from "./open-ends.ts";

const OUTAGE = new DatabaseError(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
const REFUSAL = new Error("The database refused it");

let stop = async (): Promise<void> => {};
afterEach(() => stop());

/** Returns an end whose tries fail with `errors`, one after the other, before it is stored. */
function setUp(errors: readonly Error[]) {
  const openEnds = createOpenEnds();
  stop = openEnds.stop;
  const seen = { tries: 0, stored: 0, givenUp: [] as unknown[] };
  const left = [...errors];
  const end = {
    bytes: 1_000,
    async store() {
      seen.tries += 1;
      const error = left.shift();
      if (error !== undefined) throw error;
      seen.stored += 1;
    },
    onGivenUp: (error: unknown) => void seen.givenUp.push(error),
  };
  return { openEnds, seen, end };
}

test("An end is stored once when the database is available again, after tries that failed", async () => {
  const { openEnds, seen, end } = setUp([OUTAGE, OUTAGE]);
  openEnds.settle(end, OUTAGE);
  await until("it is stored", () => seen.stored === 1);
  await openEnds.stop();
  expect(seen).toEqual({ tries: 3, stored: 1, givenUp: [] });
});

test("An end that the database refuses is given up with that error, at once or at a later try", async () => {
  const { openEnds, seen, end } = setUp([REFUSAL]);
  openEnds.settle(end, REFUSAL);
  expect(seen).toEqual({ tries: 0, stored: 0, givenUp: [REFUSAL] });
  openEnds.settle(end, OUTAGE);
  await until("it is given up", () => seen.givenUp.length === 2);
  expect(seen).toEqual({ tries: 1, stored: 0, givenUp: [REFUSAL, REFUSAL] });
});

test("When the replica stops, then each end gets one last try, and later ends are given up", async () => {
  const { openEnds, seen, end } = setUp([OUTAGE, OUTAGE]);
  openEnds.settle(end, OUTAGE);
  await openEnds.stop();
  expect(seen.tries).toBeLessThanOrEqual(2);
  expect(seen.stored + seen.givenUp.length).toBe(1);
  openEnds.settle(end, OUTAGE);
  expect(seen.givenUp.at(-1)).toBe(OUTAGE);
});

test("Ends that do not fit into memory are given up", async () => {
  const { openEnds, seen, end } = setUp([]);
  const large = { ...end, bytes: 40 * 1024 * 1024 };
  openEnds.settle(large, OUTAGE);
  openEnds.settle(large, OUTAGE);
  expect(seen.givenUp).toEqual([OUTAGE]);
  await until("the first is stored", () => seen.stored === 1);
});
