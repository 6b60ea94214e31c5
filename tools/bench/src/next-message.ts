import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Waits for the child's next message. @throws Error when the child exits before it sends one */
export async function nextMessage(child: ChildProcess, name: string): Promise<unknown> {
  const stop = new AbortController();
  const { signal } = stop;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`${name} exited with code ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    stop.abort();
  }
}
