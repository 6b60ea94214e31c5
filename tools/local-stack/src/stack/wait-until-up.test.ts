import { describe, expect, test } from "@jest/globals";
import { type WaitMeans, waitUntilUp } from "./wait-until-up.ts";

/** Simulates a service. The clock advances only while the wait sleeps. */
function slowService(life: {
  readonly upAtMs?: number;
  readonly endsAtMs?: number;
  readonly stuckAtMs?: number;
  readonly noCpuTime?: boolean;
}) {
  const { upAtMs = Number.POSITIVE_INFINITY, endsAtMs = Number.POSITIVE_INFINITY } = life;
  const { stuckAtMs = Number.POSITIVE_INFINITY, noCpuTime = false } = life;
  let now = 0;
  const lines: string[] = [];
  const means: WaitMeans = {
    isUp: async () => now >= upAtMs,
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const options = {
    name: "sanitiser",
    url: "http://127.0.0.1:9082/ready",
    hasEnded: () => now >= endsAtMs,
    work: () => (noCpuTime ? undefined : Math.min(now, stuckAtMs)),
    onLog: (line: string) => void lines.push(line),
  };
  return { lines, waited: () => now, wait: () => waitUntilUp(options, means) };
}

describe("The wait for a service", () => {
  test.each([
    ["at once", 0],
    ["after three minutes on a busy machine", 180_000],
    ["after nine minutes", 540_000],
  ])("When the service is up %s, then the wait succeeds", async (_, upAtMs) => {
    const service = slowService({ upAtMs });
    expect(await service.wait()).toBeUndefined();
    expect(service.waited()).toBe(upAtMs);
  });

  test("The wait logs every half minute that the service is still starting", async () => {
    const service = slowService({ upAtMs: 95_000 });
    await service.wait();
    expect(service.lines).toEqual([
      "sanitiser is still starting (30 s)",
      "sanitiser is still starting (60 s)",
      "sanitiser is still starting (90 s)",
    ]);
  });

  test("When the service's process exits, then the wait fails at once", async () => {
    const service = slowService({ endsAtMs: 70_000 });
    expect(await service.wait()).toBe("it ended");
    expect(service.waited()).toBe(70_000);
  });

  test("When the service's process uses no CPU time for two minutes, then the wait fails", async () => {
    const service = slowService({ stuckAtMs: 100_000 });
    expect(await service.wait()).toBe("it has done nothing for 120 s");
    expect(service.waited()).toBeLessThan(221_000);
  });

  test.each([false, true])(
    "When the service works but is never up, then the wait fails after ten minutes (CPU time unknown: %s)",
    async (noCpuTime) => {
      const service = slowService({ noCpuTime });
      expect(await service.wait()).toBe("it is not up after 600 s");
      expect(service.waited()).toBeLessThan(601_000);
    },
  );
});
