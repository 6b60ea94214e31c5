import { expect, test } from "@jest/globals";
import { until } from "@veil/testing";
import express from "express";
import { silentLogger } from "../telemetry/index.ts";
import { type Service, serveUntilSignal } from "./service.ts";

const address = { host: "127.0.0.1", port: 0 };

function serviceOf(steps: string[]): Service {
  const step = (name: string) => async () => void steps.push(name);
  return {
    log: { ...silentLogger, info: (event) => void steps.push(event) },
    app: express(),
    tls: undefined,
    opsApp: express(),
    graceMs: 1_000,
    start: step("start"),
    drain: step("drain"),
    stop: step("stop"),
  };
}

test("On SIGTERM, the service drains, closes and stops in this order", async () => {
  const steps: string[] = [];
  const served = serveUntilSignal(serviceOf(steps), { address, opsAddress: address });
  await until("it listens", () => process.listenerCount("SIGTERM") > 0);
  process.emit("SIGTERM");
  await served;
  expect(steps).toEqual(["start", "listening", "stopping", "drain", "stop", "stopped"]);
});

test("When start rejects, the service does not listen", async () => {
  const steps: string[] = [];
  const start = () => Promise.reject(new Error("no key"));
  const served = serveUntilSignal({ ...serviceOf(steps), start }, { address, opsAddress: address });
  await expect(served).rejects.toThrow("no key");
  expect(steps).toEqual([]);
});
