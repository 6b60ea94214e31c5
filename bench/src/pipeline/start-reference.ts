import { fork } from "node:child_process";
import { once } from "node:events";

export interface Reference {
  readonly url: string;
  stop(): void;
}

export async function startReference(upstreamUrl: string): Promise<Reference> {
  const child = fork(new URL("./reference-gateway.js", import.meta.url), [upstreamUrl]);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The reference gateway exited with code ${code}`);
  });
  const [url] = await Promise.race([once(child, "message"), ended]);
  // From here on its end is expected.
  ended.catch(() => undefined);
  return { url: String(url), stop: () => child.kill() };
}
