import { expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { startSweeping } from "./start-sweeping.ts";

test("The key ring is swept repeatedly until sweeping is stopped, even after a sweep has failed", async () => {
  let sweeps = 0;
  const errors: string[] = [];
  const keyRing = {
    current: () => Promise.reject(new Error("not asked")),
    sweep: async () => {
      sweeps += 1;
      if (sweeps === 1) throw new Error("disk full");
    },
  };
  const log = { ...silentLogger, error: (event: string) => void errors.push(event) };
  const stop = startSweeping(keyRing, log, 1);
  await until("it was swept three times", () => sweeps >= 3);
  await stop();
  expect(errors).toEqual(["key_ring_sweep_failed"]);
});
