import type { ChildProcess } from "node:child_process";
import { chownSync, closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PlannedPod } from "@veil/netpol";
import type { Network } from "../network/open-network.ts";
import { type Container, runInPod } from "./run-in-pod.ts";

const STOP_MS = 5_000;

export class PodProcess {
  readonly #network: Network;
  readonly #pod: PlannedPod;
  readonly #container: Container;
  readonly #log: string;
  #child: ChildProcess | undefined;
  #ended: Promise<number | null> = Promise.resolve(0);

  constructor(network: Network, pod: PlannedPod, container: Container) {
    this.#network = network;
    this.#pod = pod;
    this.#container = container;
    this.#log = path.join(network.folder, pod.interface, `${container.name}.log`);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const log = openSync(this.#log, "a", 0o600);
    // The container's user must own the log, because Squid opens /dev/stdout by name.
    chownSync(this.#log, this.#container.uid, this.#container.uid);
    const child = runInPod(this.#network, this.#pod, {
      ...this.#container,
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      child.once("exit", (code) => {
        if (this.#child === child) this.#child = undefined;
        resolve(code);
      });
    });
  }

  /**
   * Runs the process to its end. @returns its output. @throws Error with the output when it fails
   */
  async run(): Promise<string> {
    this.start();
    const code = await this.#ended;
    if (code !== 0) throw new Error(`${this.#pod.id} ended with ${code}:\n${this.logs()}`);
    return this.logs();
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    this.#child?.kill(signal);
    await this.#ended;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    const cut = setTimeout(() => child?.kill("SIGKILL"), STOP_MS);
    child?.kill("SIGCONT");
    await this.kill("SIGTERM");
    clearTimeout(cut);
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }

  logs(): string {
    return readFileSync(this.#log, "utf8");
  }
}
