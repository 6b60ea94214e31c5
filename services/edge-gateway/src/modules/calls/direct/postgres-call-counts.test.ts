import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Database } from "@veil/postgres-kit";
import { describeWithServer } from "@veil/testing";
import {
  type GatewayDatabase,
  openGatewayDatabase,
} from "../../../../test/support/gateway-database.ts";
import { insertTestCustomer } from "../../../../test/support/test-customer.ts";
import type { CustomerId } from "../../accounts/keys/caller.ts";
import { createPostgresUsage } from "../../accounts/limits/postgres-usage.ts";
import { monthOf } from "../../accounts/limits/quota.ts";
import { describeCallCounts, testCall } from "./call-counts.contract.ts";
import { createPostgresCallCounts } from "./postgres-call-counts.ts";

const quota = { limitClass: "standard", limit: 10 } as const;

describeWithServer("postgres", "PostgreSQL counts of calls", () => {
  let gateway: GatewayDatabase;
  let database: Database;
  beforeAll(async () => {
    gateway = await openGatewayDatabase();
    ({ database } = gateway);
  });
  afterAll(() => gateway.close());

  describeCallCounts("postgres, as the runtime role", async () => ({
    counts: createPostgresCallCounts(database),
    usage: createPostgresUsage(database),
    customer: () => insertTestCustomer(database),
    async stored() {
      const rows = await database.query<{ event_id: string }>("select event_id from event_outbox");
      return rows.map(({ event_id }) => event_id);
    },
  }));

  test("A call of a deleted customer is refused, and the other calls in the same statement are counted", async () => {
    const counts = createPostgresCallCounts(database);
    const customerId = await insertTestCustomer(database);
    const gone = `cus_${"0".repeat(40)}` as CustomerId;
    const orders = [customerId, customerId, customerId, gone, customerId];
    const outcomes = await Promise.allSettled(
      orders.map((owner) => counts.count(testCall({ customerId: owner, quota }))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled"],
      ...["rejected", "fulfilled"],
    ]);
    expect(outcomes[3]).toMatchObject({ reason: { code: "invalid_api_key" } });
    const used = createPostgresUsage(database).used(customerId, "standard", monthOf(Date.now()));
    expect(await used).toBe(4);
  });
});
