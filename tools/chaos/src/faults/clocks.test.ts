import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { SERVICE_NAMES } from "@veil/crypto";
import { createClocks } from "./clocks.ts";

test("When the clock of a service is moved, then only the file that this service reads has the difference, with its sign", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-clocks-"));
  const clocks = createClocks(path.join(folder, "clocks"), "/lib/libfaketime.so.1");
  const read = () =>
    SERVICE_NAMES.map((service) => {
      const file = clocks.envOf(service)["FAKETIME_TIMESTAMP_FILE"] ?? "";
      return `${service} ${readFileSync(file, "utf8").trim()}`;
    });
  const right = SERVICE_NAMES.map((service) => `${service} +0`);
  expect(read()).toEqual(right);
  for (const [bySeconds, text] of [
    [600, "audit +600"],
    [-600, "audit -600"],
    [0, "audit +0"],
  ] as const) {
    clocks.move("audit", bySeconds);
    expect(read()).toEqual(right.map((line) => (line === "audit +0" ? text : line)));
  }
  rmSync(folder, { recursive: true });
});
