import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { childExit } from "../process/child-exit.ts";
import { clearStaleServer } from "./stale-server.ts";

let home = "";
let data = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "stale-server-"));
  data = path.join(home, "data");
  mkdirSync(data);
  symlinkSync("/bin/sleep", path.join(home, "postgres"));
  const NO_PROCESS = 2 ** 30;
  writeFileSync(path.join(data, "postmaster.pid"), `${NO_PROCESS}\n${data}\n`);
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

/**
 * A process that is exiting has no arguments, and a process that has just been forked has the
 * arguments of its server.
 */
test.each(["", "/usr/lib/postgresql/bin/postgres"])(
  "A process that a killed server left behind is killed before the next server starts, with any command line: %j",
  async (argv0) => {
    const left = spawn(path.join(home, "postgres"), ["600"], { cwd: data, argv0, stdio: "ignore" });
    const exited = childExit(left);
    await clearStaleServer(data);
    expect(existsSync(path.join(data, "postmaster.pid"))).toBe(false);
    left.kill("SIGTERM");
    expect(await exited).toEqual({ code: null, signal: "SIGKILL" });
  },
);

test("clearStaleServer kills neither a server of another folder nor another program in the data folder", async () => {
  const server = spawn(path.join(home, "postgres"), ["600"], { cwd: home, stdio: "ignore" });
  const shell = spawn("/bin/sleep", ["600"], { cwd: data, stdio: "ignore" });
  await clearStaleServer(data);
  for (const child of [server, shell]) {
    const exited = childExit(child);
    child.kill("SIGTERM");
    expect(await exited).toEqual({ code: null, signal: "SIGTERM" });
  }
});
