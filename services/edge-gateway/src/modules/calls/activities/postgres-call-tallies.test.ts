import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../test/support/test-customer.ts";
import { deleteExpired } from "../../../platform/postgres-retention.ts";
import type { CustomerId } from "../../accounts/index.ts";
import type { TalliedCount } from "./ports.ts";
import { createPostgresCallTallies } from "./postgres-call-tallies.ts";

const HOUR = new Date("2026-11-21T08:00:00Z");
const NEXT = new Date("2026-11-21T09:00:00Z");
const SINCE = new Date("2026-11-01T00:00:00Z");
const UNTIL = new Date("2026-12-01T00:00:00Z");
const MONTH = { since: SINCE, until: UNTIL };
const START = { since: SINCE, until: NEXT };
const KINDS = ["calls", "found", "refused"] as const;

describeWithServer("postgres", "PostgreSQL tallies, as the runtime role", () => {
  let gateway: GatewayDatabase;
  let customerId: CustomerId;
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
    customerId = await insertTestCustomer(gateway.database);
  });
  afterAll(() => gateway.close());
  const tallies = () => createPostgresCallTallies(gateway.database);
  const count = (changes: Partial<TalliedCount>): TalliedCount => ({
    ...{ customerId, activity: "triage", hour: HOUR, kind: "calls", name: "", count: 1 },
    ...changes,
  });

  test("counts are added to those that are stored, and read by activity, hour and customer", async () => {
    await tallies().add([count({}), count({ kind: "found", name: "EMAIL", count: 2 })]);
    await tallies().add([
      ...[count({ count: 2 }), count({ hour: NEXT, activity: "" })],
      // Neither is shown to those who do not request its kind.
      ...[count({ hour: NEXT, kind: "key", name: "k" })],
      ...[count({ hour: NEXT, activity: "", kind: "refused", name: "quota_exceeded" })],
    ]);
    expect(await tallies().byActivity(customerId, SINCE, UNTIL)).toEqual([
      { activity: "", kind: "calls", name: "", count: 1, first: NEXT, last: NEXT },
      { activity: "", kind: "refused", name: "quota_exceeded", count: 1, first: NEXT, last: NEXT },
      { activity: "triage", kind: "calls", name: "", count: 3, first: HOUR, last: HOUR },
      { activity: "triage", kind: "found", name: "EMAIL", count: 2, first: HOUR, last: HOUR },
      { activity: "triage", kind: "key", name: "k", count: 1, first: NEXT, last: NEXT },
    ]);
    expect(await tallies().bySpan(customerId, KINDS, START)).toEqual([
      { span: "hour", since: HOUR, kind: "calls", name: "", count: 3 },
      { span: "hour", since: HOUR, kind: "found", name: "EMAIL", count: 2 },
    ]);
    const own = (await tallies().byCustomer(SINCE, UNTIL)).filter(
      (sum) => sum.customerId === customerId,
    );
    expect(own.map(({ kind, count: sum }) => [kind, sum])).toEqual([
      ["calls", 4],
      ["found", 2],
    ]);
  });

  test("counts of an unknown customer are ignored, and the others are stored", async () => {
    const other = await insertTestCustomer(gateway.database);
    const gone = `cus_${"f".repeat(40)}` as CustomerId;
    await tallies().add([count({ customerId: gone }), count({ customerId: other })]);
    expect(await tallies().byActivity(gone, SINCE, UNTIL)).toEqual([]);
    expect(await tallies().byActivity(other, SINCE, UNTIL)).toHaveLength(1);
  });

  test("an activity is registered once, up to the limit, for each customer", async () => {
    const other = await insertTestCustomer(gateway.database);
    expect(await tallies().register(other, "one", 2)).toBe(true);
    expect(await tallies().register(other, "two", 2)).toBe(true);
    expect(await tallies().register(other, "three", 2)).toBe(false);
    expect(await tallies().activities(other)).toEqual(["one", "two"]);
    expect(await tallies().has(other, "one")).toBe(true);
    expect(await tallies().has(customerId, "one")).toBe(false);
  });

  test("after 90 days hours are added up to days, after 24 months they are deleted, and no count changes", async () => {
    const days = { certificate_openings: 30, certificates: 365 };
    const sweep = (at: string) => deleteExpired(gateway.database, new Date(at), days);
    const before = await tallies().byActivity(customerId, SINCE, UNTIL);
    await sweep("2027-02-19T07:59:59Z");
    expect(await tallies().bySpan(customerId, KINDS, START)).toContainEqual(
      expect.objectContaining({ span: "hour", since: HOUR }),
    );
    await sweep("2027-03-01T00:00:00Z");
    await sweep("2027-03-01T00:00:00Z");
    const day = new Date("2026-11-21T00:00:00Z");
    const spans = await tallies().bySpan(customerId, KINDS, MONTH);
    expect(new Set(spans.map(({ span, since }) => `${span} ${since.toISOString()}`))).toEqual(
      new Set([`day ${day.toISOString()}`]),
    );
    const counts = (sums: typeof before) => sums.map((sum) => [sum.activity, sum.kind, sum.count]);
    expect(counts(await tallies().byActivity(customerId, SINCE, UNTIL))).toEqual(counts(before));
    await sweep("2028-11-22T00:00:00Z");
    expect(await tallies().byActivity(customerId, SINCE, UNTIL)).toEqual([]);
  });
});
