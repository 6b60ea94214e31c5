import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installCloakpipe } from "../peers/install-cloakpipe.ts";
import { freePort, type PeerProcess, startPeerProcess } from "./peer-process.ts";

/**
 * Starts `cloakpipe-cli` from crates.io, with all of its patterns. Returns undefined if it cannot
 * be installed.
 * @throws Error when it does not start
 */
export async function startCloakpipe(
  upstreamUrl: string,
  onProgress: (line: string) => void,
): Promise<PeerProcess | undefined> {
  const program = await installCloakpipe(onProgress);
  if (program === undefined) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), "veil-cloakpipe-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const port = await freePort();
  const config = path.join(folder, "cloakpipe.toml");
  await writeFile(config, configuration({ folder, port, upstreamUrl }));
  try {
    const { stop, ...started } = await startPeerProcess({
      ...{ name: "cloakpipe", program, args: ["--config", config, "start"] },
      // The program inherits no variables from this process, such as a proxy, or an address or
      // token for reports.
      env: {
        RUST_LOG: "warn",
        BENCH_UPSTREAM_KEY: "sk-ant-bench",
        BENCH_VAULT_KEY: randomBytes(32).toString("hex"),
      },
      url: `http://127.0.0.1:${port}`,
    });
    return { ...started, headers: {}, stop: () => stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Settings {
  readonly folder: string;
  readonly port: number;
  readonly upstreamUrl: string;
}

/** Returns the configuration. Writes strings as JSON, which is also valid TOML. */
function configuration({ folder, port, upstreamUrl }: Settings): string {
  return `[proxy]
listen = "127.0.0.1:${port}"
upstream = ${JSON.stringify(upstreamUrl)}
api_key_env = "BENCH_UPSTREAM_KEY"

[vault]
path = ${JSON.stringify(path.join(folder, "vault.enc"))}
key_env = "BENCH_VAULT_KEY"

[detection]
phone_numbers = true
ip_addresses = true
urls_internal = true

[audit]
log_path = ${JSON.stringify(path.join(folder, "audit"))}
`;
}
