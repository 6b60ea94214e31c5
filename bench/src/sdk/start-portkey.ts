import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import path from "node:path";
import { installPeers } from "../peers/install-peers.ts";

export interface Portkey {
  readonly url: string;
  readonly pid: number;
  /** Those that make it forward to the provider. */
  readonly headers: Readonly<Record<string, string>>;
  stop(): void;
}

/** `@portkey-ai/gateway` from npm, with its defaults. It masks nothing. @throws Error when it does not start */
export async function startPortkey(
  upstreamUrl: string,
  onProgress: (line: string) => void,
): Promise<Portkey> {
  const folder = await installPeers(onProgress);
  const program = path.join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const port = await freePort();
  const child = spawn(process.execPath, [program, "--headless", `--port=${port}`], {
    stdio: ["ignore", "ignore", 2],
    env: {
      ...process.env,
      NODE_ENV: "production",
      TRUSTED_CUSTOM_HOSTS: new URL(upstreamUrl).hostname,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => void child.kill();
  await reachable(url, once(child, "exit")).catch((error: unknown) => {
    stop();
    throw error;
  });
  return {
    ...{ url, stop, pid: child.pid ?? 0 },
    headers: { "x-portkey-provider": "anthropic", "x-portkey-custom-host": `${upstreamUrl}/v1` },
  };
}

async function reachable(url: string, exit: Promise<unknown>): Promise<void> {
  let hasExited = false;
  void exit.then(() => {
    hasExited = true;
  });
  for (let attempt = 0; attempt < 300 && !hasExited; attempt++) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("@portkey-ai/gateway does not answer");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
