import path from "node:path";
import { installPeers } from "../peers/install-peers.ts";
import { freePort, type PeerProcess, startPeerProcess } from "./peer-process.ts";

/**
 * Starts `@portkey-ai/gateway` from npm with its defaults, with which it masks nothing. @throws if
 * it cannot start
 */
export async function startPortkey(
  upstreamUrl: string,
  onProgress: (line: string) => void,
): Promise<PeerProcess> {
  const folder = await installPeers(onProgress);
  const port = await freePort();
  const program = path.join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const started = await startPeerProcess({
    name: "@portkey-ai/gateway",
    program: process.execPath,
    args: [program, "--headless", `--port=${port}`],
    env: {
      ...process.env,
      NODE_ENV: "production",
      TRUSTED_CUSTOM_HOSTS: new URL(upstreamUrl).hostname,
    },
    url: `http://127.0.0.1:${port}`,
  });
  return {
    ...started,
    headers: { "x-portkey-provider": "anthropic", "x-portkey-custom-host": `${upstreamUrl}/v1` },
  };
}
