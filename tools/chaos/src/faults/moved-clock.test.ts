import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { describeWhere } from "@veil/testing";
import { createClocks, fakeTimeLibrary } from "./clocks.ts";

/** Prints its clock for each line that it reads. */
const CLOCK = `process.stdin.on("data", () => process.stdout.write(String(Date.now())))`;
const library = fakeTimeLibrary();

describeWhere(library !== undefined, "A moved clock", "Debian's package faketime", () => {
  test("When the clock of a running service is moved into the future, the past and back, then its process reads the moved clock, and that of another service the right one", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "veil-moved-clock-"));
    const clocks = createClocks(path.join(folder, "clocks"), String(library));
    const processes = (["audit", "bridge"] as const).map((service) =>
      spawn(process.execPath, ["-e", CLOCK], { env: clocks.envOf(service) }),
    );
    const minutesAhead = async () =>
      await Promise.all(
        processes.map(async ({ stdin, stdout }) => {
          const printed = once(stdout, "data");
          stdin.write("?");
          const [text] = await printed;
          // Without -0, which is not equal to 0.
          return Math.round((Number(String(text)) - Date.now()) / 60_000) || 0;
        }),
      );
    try {
      expect(await minutesAhead()).toEqual([0, 0]);
      for (const minutes of [10, -10, 0]) {
        clocks.move("audit", minutes * 60);
        expect(await minutesAhead()).toEqual([minutes, 0]);
      }
    } finally {
      for (const child of processes) child.kill();
      rmSync(folder, { recursive: true });
    }
  });
});
