import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import {
  type BoundedDisk,
  type CrashableServer,
  type OwnServers,
  PortBlock,
  type Profile,
  type Stack,
  startOwnServers,
  startStack,
} from "@veil/local-stack";
import { createTcpProxy, type TcpProxy } from "@veil/testing/tcp-proxy";
import { type Simulator, startSimulator } from "@veil/upstream-simulator";
import { type Clocks, createClocks, fakeTimeLibrary } from "./clocks.ts";
import type { FaultChoice, FaultKind, ServerName, Target } from "./fault.ts";

/** A stack with a proxy in front of each service and server. */
export interface TestBed {
  readonly profile: Profile;
  readonly stack: Stack;
  readonly simulator: Simulator;
  /** The URL of the gateway as its clients see it, behind its proxy. */
  readonly gatewayUrl: string;
  proxy(target: Target): TcpProxy;
  /** @throws Error for a server that belongs to the stack */
  server(name: ServerName): CrashableServer;
  /** @throws Error for a server that has no disk, or if no fault of the test bed fills one */
  disk(name: ServerName): BoundedDisk;
  /** @throws Error if no fault of the test bed moves a clock */
  clocks(): Clocks;
  stop(): Promise<void>;
}

/** The setting of the gateway that has the URL of a service. */
const URL_SETTINGS = {
  bridge: "BRIDGE_URL",
  sanitiser: "SANITISER_URL",
  "inference-worker": "WORKER_URL",
  audit: "AUDIT_URL",
  "veil-signer": "SIGNER_URL",
} as const satisfies Record<Exclude<ServiceName, "edge-gateway">, string>;

/** Each job ends during a round, and the number of calls depends on no limit. */
const GATEWAY_SETTINGS = {
  WAIT_TIMEOUT_MS: "3000",
  JOB_DEADLINE_MS: "30000",
  STREAMING_ENABLED: "true",
  // Clients name the port of the proxy.
  ALLOWED_HOSTS: "127.0.0.1",
  REGISTRATIONS_PER_HOUR: "100000",
  PER_MINUTE_LIMIT_FREE: "1000",
  ACCOUNT_CALLS_PER_MINUTE: "100000",
  OPEN_READS_PER_MINUTE: "100000",
};
const SHUTDOWN_GRACE_MS = 5_000;

/** Closes what was opened, last first. */
type Closing = (() => unknown)[];

/** @throws Error that says what did not start; then nothing is left running */
export async function openTestBed(options: BedOptions): Promise<TestBed> {
  const closing: Closing = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    return { ...(await open(options, closing)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface BedOptions {
  readonly profile: Profile;
  /** What the test bed must be able to inject. */
  readonly choices: readonly FaultChoice[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLog: (line: string) => void;
}

async function open(
  { profile, choices, env, onLog }: BedOptions,
  closing: Closing,
): Promise<Omit<TestBed, "stop">> {
  const has = (kind: FaultKind) => choices.some((choice) => choice.kind === kind);
  const boundedDisks = has("fill-disk");
  const own = profile === "cluster" ? await startOwnServers({ env, boundedDisks }) : undefined;
  if (own !== undefined) closing.push(() => own.stop());
  const simulator = await startSimulator();
  closing.push(() => simulator.close());
  const ports = await PortBlock.reserve();
  closing.push(() => ports.release());
  const proxies = new Map<Target, TcpProxy>();
  closing.push(() => Promise.all([...proxies.values()].map((proxy) => proxy.cut())));
  const proxied = await proxiedServices(proxies, ports);
  const servers = own && (await proxiedServers(proxies, own));
  const stateDir = mkdtempSync(path.join(tmpdir(), "veil-chaos-"));
  closing.push(() => rmSync(stateDir, { recursive: true, force: true }));
  const clocks = has("move-clock") ? openClocks(stateDir) : undefined;
  const settings = clocks === undefined ? proxied : withClocks(proxied, clocks);
  const stack = await startStack({
    ...{ stateDir, profile, env: settings, onLog, shutdownGraceMs: SHUTDOWN_GRACE_MS },
    onProgress: () => undefined,
    ...(servers && { servers }),
    simulator: { url: simulator.url },
  });
  closing.push(() => stack.stop());
  const gateway = await proxyFor(stack.gatewayUrl);
  proxies.set("edge-gateway", gateway);
  return {
    ...{ profile, stack, simulator },
    gatewayUrl: `http://127.0.0.1:${gateway.port}`,
    proxy: (target) => found(proxies.get(target), target),
    server: (name) => found(own?.[name], name),
    disk: (name) => found(name === "redis" ? undefined : own?.disks?.[name], `disk of ${name}`),
    clocks: () => found(clocks, "clock"),
  };
}

type ServiceEnv = Partial<Record<ServiceName, Readonly<Record<string, string>>>>;

function openClocks(stateDir: string): Clocks {
  const library = found(fakeTimeLibrary(), "clock without libfaketime");
  return createClocks(path.join(stateDir, "clocks"), library);
}

function withClocks(env: ServiceEnv, clocks: Clocks): ServiceEnv {
  const entries = SERVICE_NAMES.map((name) => [name, { ...env[name], ...clocks.envOf(name) }]);
  return Object.fromEntries(entries);
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`No ${name} that can fail`);
  return value;
}

async function proxyFor(url: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(url);
  return createTcpProxy({ host: hostname, port: Number(port) });
}

/** Returns settings with which the gateway reaches each service through its proxy. */
async function proxiedServices(
  proxies: Map<Target, TcpProxy>,
  ports: PortBlock,
): Promise<ServiceEnv> {
  const env: ServiceEnv = {};
  const urls: Record<string, string> = {};
  for (const service of SERVICE_NAMES) {
    if (service === "edge-gateway") continue;
    const port = await ports.next();
    const proxy = await createTcpProxy({ host: "127.0.0.1", port });
    proxies.set(service, proxy);
    env[service] = { PORT: String(port) };
    urls[URL_SETTINGS[service]] = `http://127.0.0.1:${proxy.port}`;
  }
  return { ...env, "edge-gateway": { ...GATEWAY_SETTINGS, ...urls } };
}

/** Returns the URLs at which the stack reaches each server through its proxy. */
async function proxiedServers(proxies: Map<Target, TcpProxy>, { urls }: OwnServers) {
  const throughProxy = async (server: ServerName, direct: string) => {
    const proxy = await proxyFor(direct);
    proxies.set(server, proxy);
    const url = new URL(direct);
    url.port = String(proxy.port);
    return url.href;
  };
  return {
    ...urls,
    postgresUrl: await throughProxy("postgres", urls.postgresUrl),
    redisUrl: await throughProxy("redis", urls.redisUrl),
    rabbitmqUrl: await throughProxy("rabbitmq", urls.rabbitmqUrl),
  };
}
