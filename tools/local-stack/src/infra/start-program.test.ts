/** @slow starts a process */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@jest/globals";
import { Watchdog } from "../process/watchdog.ts";
import { startProgram, untilRevived } from "./start-program.ts";

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

/** Returns a server that is ready after `endings` ends and as many starts. */
function serverWith(endings: number) {
  let isRunning = false;
  let starts = 0;
  const server = {
    ...{ name: "The server", readyMs: 60_000, hasEnded: () => !isRunning },
    start: async () => {
      starts += 1;
      isRunning = true;
    },
    isReady: async () => {
      isRunning = starts > endings;
      return isRunning;
    },
  };
  return { server, starts: () => starts };
}

test.each([0, 2])(
  "When a server ends %i times after its start, then it is started again until it is ready",
  async (endings) => {
    const { server, starts } = serverWith(endings);
    await untilRevived(server);
    expect(starts()).toBe(endings + 1);
  },
);

test("When a server does not become ready in its time, then the error names it", async () => {
  const { server } = serverWith(Number.POSITIVE_INFINITY);
  await expect(untilRevived({ ...server, readyMs: -1 })).rejects.toThrow(
    "The server did not become ready again",
  );
});
