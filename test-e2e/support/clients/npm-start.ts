import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PortBlock } from "@veil/local-stack";
import { until } from "@veil/testing";
import { REPOSITORY } from "../deployment/manifests.ts";
import { processTree, stillRunning } from "../processes.ts";

const MAIN = path.join(REPOSITORY, "tools/local-stack/dist/main.js");

export interface Run {
  readonly child: ChildProcess;
  readonly url: string;
  output(): string;
}

type Env = Readonly<Record<string, string>>;

/**
 * Runs the program that `npm start` runs after its build, each time with the same state. `close`
 * kills all remaining processes.
 */
export class NpmStart {
  readonly state: string = mkdtempSync(path.join(tmpdir(), "veil-start-"));
  readonly #ports: PortBlock;
  readonly #started: number[] = [];

  private constructor(ports: PortBlock) {
    this.#ports = ports;
  }

  static async open(): Promise<NpmStart> {
    return new NpmStart(await PortBlock.reserve());
  }

  demoKey(): string {
    return readFileSync(path.join(this.state, "demo-key"), "utf8").trim();
  }

  async start(args: readonly string[] = [], env: Env = {}): Promise<Run> {
    const port = String(await this.#ports.next());
    const all = [MAIN, "--state", this.state, "--port", port, ...args];
    const child = spawn(process.execPath, all, {
      env: { PATH: "/usr/bin:/bin", ...env },
      stdio: "pipe",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    return { child, url: `http://127.0.0.1:${port}`, output: () => output };
  }

  /**
   * Waits until the demonstration serves requests. @returns the ids of all its processes. @throws
   * Error with its output when it exits instead
   */
  async serving(run: Run): Promise<number[]> {
    await until("it serves", () => {
      if (run.child.exitCode !== null) throw new Error(`It ended: ${run.output()}`);
      return run.output().includes("Ctrl-C stops everything.");
    });
    const tree = processTree(run.child.pid ?? 0);
    this.#started.push(...tree);
    return tree;
  }

  close(): void {
    for (const pid of stillRunning(this.#started)) process.kill(pid, "SIGKILL");
    this.#ports.release();
    rmSync(this.state, { recursive: true, force: true });
  }
}

export async function exitCodeOf({ child }: Run): Promise<number | null> {
  if (child.exitCode === null) await once(child, "exit");
  return child.exitCode;
}
