import { spawn } from "node:child_process";
import { once } from "node:events";
import { PortBlock } from "@veil/local-stack";

/** A third-party gateway, in a separate process. */
export interface PeerProcess {
  readonly url: string;
  readonly pid: number;
  /** Headers that make the gateway forward to the provider. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface PeerProgram {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
}

/** Starts a gateway and waits until it responds. @throws Error when it does not respond */
export async function startPeerProcess({
  name,
  program,
  args,
  env,
  url,
}: PeerProgram): Promise<Omit<PeerProcess, "headers">> {
  const child = spawn(program, args, { stdio: ["ignore", 2, 2], env });
  const exit = once(child, "exit");
  const stop = async () => {
    child.kill();
    await exit;
  };
  if (await reachable(url, exit)) return { url, stop, pid: child.pid ?? 0 };
  await stop();
  throw new Error(`${name} does not answer`);
}

async function reachable(url: string, exit: Promise<unknown>): Promise<boolean> {
  let hasExited = false;
  const end = () => {
    hasExited = true;
  };
  exit.then(end, end);
  for (let attempt = 0; attempt < 300 && !hasExited; attempt++) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

export async function freePort(): Promise<number> {
  return await (await PortBlock.reserve()).next();
}
