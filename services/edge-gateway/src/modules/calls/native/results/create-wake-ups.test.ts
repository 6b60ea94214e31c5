import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { describeWithServer } from "@veil/testing";
import { createMemoryWakeUps, createRedisWakeUps } from "./create-wake-ups.ts";
import { describeWakeUps } from "./wake-ups.contract.ts";

describeWithServer("redis", "RedisWakeUps", (url) => {
  const channel = `test:${randomUUID()}`;
  describeWakeUps("redis", 2, () => createRedisWakeUps({ url, log: silentLogger, channel }));
});

test("When Redis is not available, then this replica still wakes its own waiters", async () => {
  const wakeUps = createRedisWakeUps({ url: "redis://127.0.0.1:1", log: silentLogger });
  let woken = false;
  wakeUps.subscribe("job", () => {
    woken = true;
  });
  wakeUps.wake("job");
  expect(woken).toBe(true);
  expect(wakeUps.state()).toBe("down");
  await wakeUps.close();
});

describeWakeUps("memory", 1, createMemoryWakeUps);
