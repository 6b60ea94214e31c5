import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import type { WakeUps } from "../ports.ts";

/** Tests an adapter of WakeUps. `open` is called once for each replica of one deployment. */
export function describeWakeUps(name: string, ends: number, open: () => WakeUps): void {
  describe(`WakeUps: ${name}`, () => {
    let replicas: WakeUps[] = [];
    beforeAll(async () => {
      replicas = Array.from({ length: ends }, open);
      for (const replica of replicas) await until("it is up", () => replica.state() === "up");
    });
    afterAll(async () => {
      for (const replica of replicas) await replica.close();
    });

    test("When any replica wakes a job, then all waiters for that job are called on every replica", async () => {
      const jobId = randomUUID();
      const called = new Set<number>();
      replicas.forEach((replica, index) => {
        replica.subscribe(jobId, () => void called.add(index));
      });
      replicas.at(-1)?.wake(jobId);
      await until("all are called", () => called.size === replicas.length);
    });

    test("When a waiter has unsubscribed or waits for another job, then it is not called", async () => {
      const [first] = replicas;
      const [jobId, other] = [randomUUID(), randomUUID()];
      const called: string[] = [];
      first?.subscribe(jobId, () => void called.push("left"))();
      first?.subscribe(other, () => void called.push("other"));
      first?.subscribe(jobId, () => void called.push("stayed"));
      first?.wake(jobId);
      await until("the one that stayed is called", () => called.includes("stayed"));
      expect(new Set(called)).toEqual(new Set(["stayed"]));
    });
  });
}
