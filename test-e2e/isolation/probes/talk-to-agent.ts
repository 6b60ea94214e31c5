import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

export interface AgentIdentity {
  readonly uid: number;
  /** The kernel's capability bounding set in hexadecimal, all zeros without capabilities. */
  readonly capabilities: string;
  readonly noNewPrivileges: string;
}

export interface AgentTalk {
  readonly identity: AgentIdentity;
  /** Sends a request. @throws Error with the pod's name when the agent exits before it responds */
  ask(request: object): Promise<readonly string[]>;
}

interface Answer {
  readonly id: number;
  readonly results: readonly string[];
}

interface Waiting {
  resolve(results: readonly string[]): void;
  reject(error: Error): void;
}

/** Waits for the agent's first line. @throws Error when the agent exits before it */
export async function talkTo(pod: string, child: ChildProcess): Promise<AgentTalk> {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("An agent has no pipes");
  stdin.on("error", () => undefined);
  const waiting = new Map<number, Waiting>();
  let ended: Error | undefined;
  const identity = await new Promise<AgentIdentity>((resolve, reject) => {
    child.once("exit", (code, signal) => {
      ended = new Error(`The agent of ${pod} ended with ${signal ?? code}: it no longer responds`);
      reject(ended);
      for (const request of waiting.values()) request.reject(ended);
    });
    createInterface({ input: stdout }).on("line", (line) => {
      const message = JSON.parse(line) as AgentIdentity | Answer;
      if (!("results" in message)) return resolve(message);
      waiting.get(message.id)?.resolve(message.results);
      waiting.delete(message.id);
    });
  });
  let last = 0;
  const ask = (request: object) =>
    new Promise<readonly string[]>((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      const id = ++last;
      waiting.set(id, { resolve, reject });
      stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    });
  return { identity, ask };
}
