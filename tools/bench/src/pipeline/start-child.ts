import { fork } from "node:child_process";
import { once } from "node:events";

/** A server in a separate process, which sends its address in its first message. */
export interface Child {
  readonly url: string;
  stop(): void;
}

export async function startReference(upstreamUrl: string): Promise<Child> {
  return await startChild(new URL("./reference-gateway.js", import.meta.url), [upstreamUrl]);
}

/** Starts the simulated provider before the stack, which needs its address. */
export async function startSimulatorProcess(): Promise<Child> {
  return await startChild(new URL("./simulator-process.js", import.meta.url), []);
}

async function startChild(program: URL, args: readonly string[]): Promise<Child> {
  const child = fork(program, args);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${program.pathname} exited with code ${code}`);
  });
  const [url] = await Promise.race([once(child, "message"), ended]);
  // From here on the end of the process is expected.
  ended.catch(() => undefined);
  return { url: String(url), stop: () => void child.kill() };
}
