import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createTestTrust, describeWithServer, until } from "@veil/testing";
import { failedResult } from "../support/completed-result.ts";
import { createDatabaseClock } from "../support/database-clock.ts";
import { type GatewayDatabase, openGatewayDatabase, PATIENT } from "../support/gateway-database.ts";
import { callNatively, codeOf, finalOf, letterRequest, usageOf } from "../support/native-client.ts";
import { callSdk, sdkBody } from "../support/sdk-client.ts";
import { startGatewayOn } from "../support/test-gateway.ts";

const AT_ONCE = 30;
const LIMIT = 10;
const LAST_SECOND = "2026-11-30T23:59:59Z";
const NEXT_MONTH = "2026-12-01T00:00:00Z";

const USED = "select month::text, used from usage_monthly where customer_id = $1 order by month";

type Replica = Awaited<ReturnType<typeof startGatewayOn>>;

describeWithServer("postgres", "The monthly quota", () => {
  let database: GatewayDatabase;
  let clock: Awaited<ReturnType<typeof createDatabaseClock>>;
  let replicas: readonly [Replica, Replica];
  let nowMs = Date.parse(LAST_SECOND);
  const [one, other] = [() => replicas[0], () => replicas[1]];

  beforeAll(async () => {
    database = await openGatewayDatabase();
    // In New York it is still November when it is December in UTC.
    clock = await createDatabaseClock(database, "-c TimeZone=America/New_York");
    const testTrust = createTestTrust();
    const start = () =>
      startGatewayOn(
        clock.url,
        { MONTHLY_LIMIT_FREE: String(LIMIT), PER_MINUTE_LIMIT_FREE: "1000" },
        { testTrust, timeOuts: PATIENT, nowMs: () => nowMs },
      );
    replicas = [await start(), await start()];
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
    await database.close();
  });

  async function setClock(at: string): Promise<void> {
    nowMs = Date.parse(at);
    await clock.set(nowMs);
  }

  // @spec CALL-35 LIM-1
  test("When 30 calls arrive at two replicas at once, then exactly as many as the quota allows are admitted and counted", async () => {
    await setClock(LAST_SECOND);
    const { apiKey } = await one().provision({ tier: "free" });
    const sent = Array.from({ length: AT_ONCE / 2 }, () => replicas).flat();
    const replies = await Promise.all(
      sent.map((replica) => callNatively(replica, apiKey, letterRequest())),
    );
    const outcomes = replies.map((reply) => codeOf(reply).join(" ").trim()).sort();
    expect(outcomes).toEqual([
      ...Array(LIMIT).fill("200"),
      ...Array(AT_ONCE - LIMIT).fill("429 quota_exceeded"),
    ]);
    expect((await usageOf(other(), apiKey)).used).toBe(LIMIT);
  });

  // @spec LIM-1
  test("The quota restarts when the month ends in UTC, regardless of the database's time zone", async () => {
    await setClock(LAST_SECOND);
    const { apiKey, customerId } = await one().provision({ tier: "free" });
    const use =
      "insert into usage_monthly (customer_id, month, class, used) values ($1, $2, 'standard', $3)";
    await database.database.execute(use, [customerId, "2026-11-01", LIMIT - 1]);
    const call = (replica: Replica) => callNatively(replica, apiKey, letterRequest());
    finalOf(await call(one()));
    const refused = await call(other());
    expect(codeOf(refused)).toEqual([429, "quota_exceeded"]);
    expect(refused.headers["retry-after"]).toBe("1");
    await setClock(NEXT_MONTH);
    finalOf(await call(other()));
    expect(await usageOf(one(), apiKey)).toMatchObject({ used: 1, remaining: LIMIT - 1 });
    expect(await database.database.query(USED, [customerId])).toEqual([
      { month: "2026-11-01", used: LIMIT },
      { month: "2026-12-01", used: 1 },
    ]);
  });

  test("When an unprocessed call ends in the next month, then it is removed from the count of the month in which it was admitted", async () => {
    await setClock(LAST_SECOND);
    const { apiKey, customerId } = await one().provision({ tier: "free" });
    const { worker } = one();
    const [jobs, direct] = [worker.jobs.length, worker.direct.length];
    worker.hold();
    worker.answerWith(() => ({ ...failedResult("provider_unavailable"), unprocessed: true }));
    const native = callNatively(one(), apiKey, letterRequest());
    const chat = callSdk(one(), "chat", sdkBody("chat"), { key: apiKey });
    await until(
      "the worker has both",
      () => worker.jobs.length > jobs && worker.direct.length > direct,
    );
    expect((await usageOf(one(), apiKey)).used).toBe(2);
    await setClock(NEXT_MONTH);
    finalOf(await callNatively(other(), apiKey, letterRequest()));
    worker.letGo();
    await Promise.all([native, chat]);
    worker.answerWith(undefined);
    expect(await database.database.query(USED, [customerId])).toEqual([
      { month: "2026-11-01", used: 0 },
      { month: "2026-12-01", used: 1 },
    ]);
  });
});
