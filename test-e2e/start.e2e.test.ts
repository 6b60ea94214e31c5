import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { freePort } from "@veil/local-stack";
import { until } from "@veil/testing";

const MAIN = path.resolve(import.meta.dirname, "../packages/local-stack/dist/main.js");
const PROCESSES = 7;
const START_MS = 60_000;

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exitCode: Promise<number | null>;
}

let stateDir: string;
beforeAll(() => {
  stateDir = mkdtempSync(path.join(tmpdir(), "veil-start-"));
});
afterAll(() => rmSync(stateDir, { recursive: true, force: true }));

/** `npm start` without the bootstrap, in a process group of its own, as a shell starts it. */
function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [MAIN, "--state", stateDir, ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => said.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
  return {
    child,
    output: () => Buffer.concat(said).toString("utf8"),
    exitCode: once(child, "close").then(([code]) => code as number | null),
  };
}

/** The services and the database, by the numbers that the stack prints. */
function processes({ output }: Started): ReadonlyMap<string, number> {
  const lines = output().matchAll(/^ +(\S+) is ready \(.*process (\d+)\)$/gm);
  return new Map([...lines].map(([, name = "", pid]) => [name, Number(pid)]));
}

async function startServing() {
  const started = start("--port", String(await freePort()));
  await until("it serves", () => started.output().includes("Ctrl-C stops everything"), START_MS);
  return { ...started, pids: processes(started) };
}

/** One that has ended and waits for its parent to notice does not count. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, "utf8"));
}

function aliveOf(pids: Iterable<number>): readonly number[] {
  return [...pids].filter(isAlive);
}

describe("npm start", () => {
  test(
    "--once keeps every promise; a second start has the same key, which only its owner can read",
    async () => {
      const file = path.join(stateDir, "demo-key");
      const first = start("--once");
      expect([await first.exitCode, first.output()]).toEqual([
        0,
        expect.stringContaining("Every promise was kept"),
      ]);
      const key = readFileSync(file, "utf8");
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(stateDir).mode & 0o777).toBe(0o700);
      const second = start("--once");
      expect(await second.exitCode).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(key);
      expect(aliveOf([...processes(first).values(), ...processes(second).values()])).toEqual([]);
    },
    2 * START_MS,
  );

  test(
    "Ctrl-C ends every process within five seconds, also when one of them hangs",
    async () => {
      const stack = await startServing();
      expect(stack.pids.size).toBe(PROCESSES);
      process.kill(stack.pids.get("bridge") ?? 0, "SIGSTOP");
      const began = Date.now();
      process.kill(-(stack.child.pid ?? 0), "SIGINT");
      await stack.exitCode;
      expect(Date.now() - began).toBeLessThan(5_000);
      expect(aliveOf(stack.pids.values())).toEqual([]);
    },
    START_MS,
  );

  test(
    "When it is killed, then nothing is left after five seconds, and it starts again",
    async () => {
      const stack = await startServing();
      process.kill(stack.pids.get("sanitiser") ?? 0, "SIGSTOP");
      stack.child.kill("SIGKILL");
      await until(
        "every process has ended",
        () => aliveOf(stack.pids.values()).length === 0,
        5_000,
      );
      const again = start("--once");
      expect(await again.exitCode).toBe(0);
    },
    2 * START_MS,
  );

  test(
    "When a service crashes, then that is said with its last words, and everything ends",
    async () => {
      const stack = await startServing();
      process.kill(stack.pids.get("veil-signer") ?? 0, "SIGKILL");
      expect(await stack.exitCode).toBe(1);
      expect(stack.output()).toContain("veil-signer ended by SIGKILL");
      expect(stack.output()).toMatch(/veil-signer: .*"event":"listening"/);
      expect(aliveOf(stack.pids.values())).toEqual([]);
    },
    START_MS,
  );
});
