import { fork } from "node:child_process";
import { nextMessage } from "../next-message.ts";

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
  const url = await nextMessage(child, program.pathname);
  return { url: String(url), stop: () => void child.kill() };
}
