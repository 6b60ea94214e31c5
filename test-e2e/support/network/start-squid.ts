import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { until } from "@veil/testing";

const SQUID = "/usr/sbin/squid";
export const hasSquid = existsSync(SQUID);

export interface Squid {
  readonly url: string;
  /** Returns the status of a CONNECT request to this `host:port`. */
  connect(target: string): Promise<number | undefined>;
  stop(): Promise<void>;
}

interface SquidOptions {
  readonly port: number;
  /** The configuration as it is mounted in the pod. */
  readonly config: string;
  readonly allowedHosts: string;
}

/** Starts squid with the configuration of a pod, except for its port and its path. */
export async function startSquid({ port, config, allowedHosts }: SquidOptions): Promise<Squid> {
  const folder = mkdtempSync(path.join(tmpdir(), "veil-squid-"));
  const write = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const hosts = write("allowed-hosts", allowedHosts);
  const own = config
    .replace("http_port 3128", `http_port 127.0.0.1:${port}`)
    .replace("/etc/squid/allowed-hosts", hosts);
  // The name distinguishes its shared memory from that of other instances on this machine.
  const args = ["-N", "-n", `veil${port}`, "-f", write("squid.conf", own)];
  const child = spawn(SQUID, args, { stdio: "ignore" });
  const ended = once(child, "exit");
  const connect = (target: string) => statusOf(port, target);
  await until("squid answers", () => connect("nowhere.invalid:443"));
  return {
    url: `http://127.0.0.1:${port}`,
    connect,
    async stop() {
      // Ends it at once, and lets it remove its shared memory.
      child.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns undefined when nothing answers. */
function statusOf(port: number, target: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const asking = request({ host: "127.0.0.1", port, method: "CONNECT", path: target });
    asking.on("connect", ({ statusCode }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    asking.on("error", () => resolve(undefined)).end();
  });
}
