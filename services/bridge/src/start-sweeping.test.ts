import { expect, test } from "@jest/globals";
import { silentLogger } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { startSweeping } from "./start-sweeping.ts";

test("The ring is swept again and again, also after a failure, until it is stopped", async () => {
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
