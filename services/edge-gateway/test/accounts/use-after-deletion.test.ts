import { expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { sweepCommand } from "../../src/commands/sweep.ts";
import { monthOf, secondsUntilNextMonth } from "../../src/modules/accounts/limits/quota.ts";
import { openDeletionSuite } from "../support/deletion-suite.ts";
import { usageOf } from "../support/native-client.ts";
import { printedBy } from "../support/printed.ts";
import { registeredAt } from "../support/register-client.ts";

describeWithServer("postgres", "The monthly usage of a deleted customer", () => {
  const { own, database, gateway, rows, removed, call, tombstones, usedByDeleted } =
    openDeletionSuite();

  test("a new registration of the address continues the monthly usage, even after several deletions", async () => {
    await call();
    await call();
    await removed();
    for (const used of [2, 3, 4]) {
      const key = await registeredAt(gateway(), { email: own.email.toUpperCase() });
      const usage = await usageOf(gateway(), key);
      expect(usage).toMatchObject({ used, remaining: 500 - used });
      expect(usage.customer_id).not.toBe(own.customerId);
      expect(await tombstones()).toEqual([]);
      await call(key);
      await removed(key, usage.customer_id);
      expect(await tombstones()).toEqual([{ standard_used: used + 1, developer_used: 0 }]);
    }
  });

  test("the monthly usage of developer keys continues after a deletion, and no tombstone is kept for a customer without usage", async () => {
    const insert = "insert into usage_monthly values ($1, $2, 'developer', 7)";
    await rows(insert, own.customerId, monthOf(Date.now()));
    await removed();
    expect(await tombstones()).toEqual([{ standard_used: 0, developer_used: 7 }]);
    const again = await gateway().provision({
      email: own.email,
      family: "gw_live",
      developer: true,
    });
    expect(await usageOf(gateway(), again.apiKey)).toMatchObject({ used: 7 });
    const unused = await gateway().provision();
    await removed(unused.apiKey, unused.customerId);
    expect(await tombstones()).toEqual([]);
  });

  test("the tombstone is found after a change of the pepper, and its HMAC differs from the customer's look-up", async () => {
    await call();
    const lookup = "select email_lookup from customers where customer_id = $1";
    const [row] = await rows<{ email_lookup: Buffer }>(lookup, own.customerId);
    await removed();
    const [kept] = await rows<{ email_hmac: Buffer }>("select email_hmac from email_tombstones");
    expect(kept?.email_hmac).toHaveLength(32);
    expect(kept?.email_hmac).not.toEqual(row?.email_lookup);
    const on = await gateway().replica({ PEPPER: `1:${"11".repeat(32)},2:${"22".repeat(32)}` });
    const key = await registeredAt(on, { email: own.email });
    expect(await usageOf(on, key)).toMatchObject({ used: 1 });
    await on.close();
  });

  test("a registration and the sweep delete the tombstone after the end of the month", async () => {
    const sweep = async (now: Date) => {
      const env = { DATABASE_URL: database().urls.runtimeUrl };
      return await printedBy(() => sweepCommand(env, ["--now", now.toISOString()]));
    };
    await call();
    await removed();
    await rows("update email_tombstones set month = month - interval '1 month'");
    expect(
      await usageOf(gateway(), await registeredAt(gateway(), { email: own.email })),
    ).toMatchObject({
      used: 0,
    });
    expect(await tombstones()).toEqual([]);
    const other = await gateway().provision();
    await call(other.apiKey);
    await removed(other.apiKey, other.customerId);
    const nextMonthMs = Date.now() + secondsUntilNextMonth(Date.now()) * 1_000;
    expect(await sweep(new Date(nextMonthMs - 2_000))).toContain("email_tombstones 0");
    expect(await sweep(new Date(nextMonthMs))).toContain("email_tombstones 1");
  });

  test("the usage of a deleted customer is added to the total of all deleted customers", async () => {
    const before = await usedByDeleted();
    await call();
    const insert = "insert into usage_monthly values ($1, '2025-01-01', 'standard', 40)";
    await rows(insert, own.customerId);
    await removed();
    expect(await usedByDeleted()).toBe(before + 41);
  });
});
