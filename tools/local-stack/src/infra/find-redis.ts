import { mkdirSync } from "node:fs";
import path from "node:path";
import type { TlsFiles } from "@veil/service-kit/tls";
import { withRedis } from "../stack/servers/redis-database.ts";
import { startContainer } from "./container.ts";
import type { FoundServer, InfraContext, InfraFinder } from "./infra-server.ts";
import { installedProgram, programFolders } from "./installed-program.ts";
import { type CrashableServer, startCrashable } from "./start-program.ts";

const VARIABLE = "VEIL_TEST_REDIS_URL";
const LOCAL_URL = "redis://127.0.0.1:6379";
const READY_MS = 10_000;

export const REDIS_FINDERS: readonly InfraFinder[] = [
  fromUrl,
  fromLocalPort,
  fromContainer,
  fromProgram,
];

async function fromUrl({ env }: InfraContext): Promise<FoundServer | undefined> {
  const url = env[VARIABLE];
  if (url === undefined) return undefined;
  if (!(await answers(url))) throw new Error(`${VARIABLE}: no Redis server responds at this URL`);
  return { origin: `named by ${VARIABLE}`, variables: { [VARIABLE]: url } };
}

async function fromLocalPort(): Promise<FoundServer | undefined> {
  if (!(await answers(LOCAL_URL))) return undefined;
  return { origin: "found on port 6379", variables: { [VARIABLE]: LOCAL_URL } };
}

async function fromContainer({ env }: InfraContext): Promise<FoundServer | undefined> {
  const started = await startContainer(env, {
    image: "redis:7-alpine",
    ports: [6379],
    readyLine: /Ready to accept connections/,
  });
  if (started === undefined) return undefined;
  const url = `redis://${started.address(6379)}`;
  return { origin: started.origin, variables: { [VARIABLE]: url }, stop: started.stop };
}

/** Starts an installed Redis. With `tls`, clients need a certificate. */
export async function fromProgram(
  context: InfraContext,
  tls?: Required<TlsFiles>,
): Promise<(FoundServer & CrashableServer) | undefined> {
  const program = installedProgram("redis-server", programFolders(context.env));
  if (program === undefined) return undefined;
  const port = await context.ports.next();
  const folder = path.join(context.folder, "redis");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const url = `${tls === undefined ? "redis" : "rediss"}://127.0.0.1:${port}`;
  const settings = [...portSettings(port, tls), "--bind", "127.0.0.1", "--dir", folder];
  const running = await startCrashable({
    name: "Redis",
    program,
    args: [...settings, "--save", "", "--appendonly", "no"],
    env: {},
    folder,
    readyMs: READY_MS,
    isReady: () => answers(url, tls),
    watchdog: context.watchdog,
  });
  return { origin: "started from redis-server", variables: { [VARIABLE]: url }, ...running };
}

function portSettings(port: number, tls: Required<TlsFiles> | undefined): readonly string[] {
  if (tls === undefined) return ["--port", String(port)];
  const files = ["--tls-cert-file", tls.certFile, "--tls-key-file", tls.keyFile];
  const clients = ["--tls-ca-cert-file", tls.caFile, "--tls-auth-clients", "yes"];
  return ["--port", "0", "--tls-port", String(port), ...files, ...clients];
}

async function answers(url: string, tls?: TlsFiles): Promise<boolean> {
  try {
    return (await withRedis(url, tls, (redis) => redis.ping())) === "PONG";
  } catch {
    return false;
  }
}
