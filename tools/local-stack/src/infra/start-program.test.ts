/** @slow starts a process */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { Watchdog } from "../process/watchdog.ts";
import { startProgram } from "./start-program.ts";

test("When a program exits before it is ready, then the error contains the program's output", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-program-"));
  const watchdog = new Watchdog();
  const started = startProgram({
    name: "The program",
    program: process.execPath,
    args: ["-e", "console.error('address in use'); process.exit(1)"],
    env: {},
    folder,
    readyMs: 60_000,
    isReady: async () => false,
    watchdog,
  });
  await expect(started).rejects.toThrow("The program did not start. It wrote: address in use");
  watchdog.dismiss();
  rmSync(folder, { recursive: true });
});
