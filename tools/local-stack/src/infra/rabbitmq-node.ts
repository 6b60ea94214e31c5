import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TlsFiles } from "@veil/service-kit/tls";
import { acceptsConnections } from "../ports/accepts-connections.ts";
import type { FoundServer, InfraContext } from "./infra-server.ts";
import { installedProgram, programFolders } from "./installed-program.ts";
import { rabbitmqManagement } from "./rabbitmq-management.ts";
import { type CrashableServer, startCrashable, startProgram } from "./start-program.ts";

const READY_MS = 60_000;
const EPMD_READY_MS = 30_000;
const WHOAMI_MS = 3_000;
/** How long a queue may need to find a leader. */
const LEADER_MS = 5_000;
const POLL_MS = 200;

interface Ports {
  readonly amqp: number;
  readonly management: number;
  readonly distribution: number;
  readonly epmd: number;
}

export interface RabbitmqNode extends FoundServer, CrashableServer {
  readonly amqpUrl: string;
  readonly managementUrl: string;
  /** Simulates a crash: kills the node and starts it again with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a node of an installed RabbitMQ. With `tls`, clients need a certificate. */
export async function startRabbitmqNode(
  context: InfraContext,
  tls?: Required<TlsFiles>,
): Promise<RabbitmqNode | undefined> {
  const program = installedProgram("rabbitmq-server", [
    // The script in /usr/sbin switches to a user who cannot write into our folder.
    "/usr/lib/rabbitmq/bin",
    "/opt/homebrew/sbin",
  ]);
  const epmd = installedProgram("epmd", programFolders(context.env));
  if (program === undefined || epmd === undefined) return undefined;
  const ports: Ports = {
    amqp: await context.ports.next(),
    management: await context.ports.next(),
    distribution: await context.ports.next(),
    epmd: await context.ports.next(),
  };
  const folder = path.join(context.folder, "rabbitmq");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder, "rabbitmq.conf"), configuration(ports, tls));
  writeFileSync(path.join(folder, "enabled_plugins"), "[rabbitmq_management].\n");
  const managementUrl = `http://guest:guest@127.0.0.1:${ports.management}`;
  const amqpUrl = `${tls === undefined ? "amqp" : "amqps"}://guest:guest@127.0.0.1:${ports.amqp}`;
  const registry = await startRegistry(epmd, ports, folder, context);
  const env = environment(ports, folder);
  try {
    const node = await startCrashable({
      name: "RabbitMQ",
      program,
      args: [],
      env,
      folder,
      readyMs: READY_MS,
      // The listener for clients opens last, after the management API.
      isReady: async () =>
        (await acceptsAdministrator(managementUrl)) && (await acceptsConnections(ports.amqp)),
      watchdog: context.watchdog,
    });
    const restart = async () => {
      await node.kill();
      await node.start();
    };
    return {
      ...node,
      origin: "started from rabbitmq-server",
      amqpUrl,
      managementUrl,
      variables: {
        VEIL_TEST_RABBITMQ_URL: amqpUrl,
        VEIL_TEST_RABBITMQ_MANAGEMENT_URL: managementUrl,
      },
      restart,
      async revive() {
        await node.revive();
        if (!(await queuesHaveLeaders(managementUrl))) await restart();
      },
      async stop() {
        await node.stop();
        await registry.stop();
      },
    };
  } catch (error) {
    await registry.stop();
    throw error;
  }
}

export async function acceptsAdministrator(managementUrl: string): Promise<boolean> {
  try {
    const whoami = await rabbitmqManagement(managementUrl, WHOAMI_MS)("GET", "/whoami");
    const { tags = [] } = whoami as { tags?: string | readonly string[] };
    return tags.includes("administrator");
  } catch {
    return false;
  }
}

/**
 * Waits until all quorum queues have a leader, and returns whether they have. A queue that could
 * not write to its log can stay without one until the node starts again, although the node is
 * healthy.
 */
async function queuesHaveLeaders(managementUrl: string): Promise<boolean> {
  const manage = rabbitmqManagement(managementUrl);
  const deadline = Date.now() + LEADER_MS;
  for (;;) {
    const queues = (await manage("GET", "/queues")) as readonly ListedQueue[];
    if (queues.every(({ type, leader }) => type !== "quorum" || leader !== null)) return true;
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}

interface ListedQueue {
  readonly type: string;
  /** The node of the queue's leader, for quorum queues. */
  readonly leader?: string | null;
}

/** Starts Erlang's name service, because otherwise the node would start one that outlives it. */
function startRegistry(program: string, ports: Ports, folder: string, context: InfraContext) {
  const home = path.join(folder, "epmd");
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return startProgram({
    name: "epmd",
    program,
    args: ["-port", String(ports.epmd), "-address", "127.0.0.1"],
    env: {},
    folder: home,
    readyMs: EPMD_READY_MS,
    isReady: () => acceptsConnections(ports.epmd),
    watchdog: context.watchdog,
  });
}

/**
 * Returns a configuration with absolute watermarks, because relative ones would block publishing on
 * a busy machine.
 */
function configuration({ amqp, management }: Ports, tls: Required<TlsFiles> | undefined): string {
  return [
    ...(tls === undefined ? [`listeners.tcp.1 = 127.0.0.1:${amqp}`] : encrypted(amqp, tls)),
    "management.tcp.ip = 127.0.0.1",
    `management.tcp.port = ${management}`,
    "vm_memory_high_watermark.absolute = 1GiB",
    "disk_free_limit.absolute = 50MB",
    "log.console = true",
    "log.console.level = warning",
    "log.file = false",
    "",
  ].join("\n");
}

function encrypted(port: number, { caFile, certFile, keyFile }: Required<TlsFiles>) {
  return [
    "listeners.tcp = none",
    `listeners.ssl.1 = 127.0.0.1:${port}`,
    `ssl_options.cacertfile = ${caFile}`,
    `ssl_options.certfile = ${certFile}`,
    `ssl_options.keyfile = ${keyFile}`,
    "ssl_options.verify = verify_peer",
    "ssl_options.fail_if_no_peer_cert = true",
  ];
}

function environment(ports: Ports, folder: string): Record<string, string> {
  return {
    // The folder of the cookie with which nodes and tools authenticate.
    HOME: folder,
    LANG: "C.UTF-8",
    ERL_EPMD_PORT: String(ports.epmd),
    RABBITMQ_NODENAME: `veil-${randomBytes(4).toString("hex")}@localhost`,
    RABBITMQ_NODE_PORT: String(ports.amqp),
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_MNESIA_BASE: path.join(folder, "data"),
    RABBITMQ_LOG_BASE: path.join(folder, "log"),
    RABBITMQ_CONFIG_FILE: path.join(folder, "rabbitmq"),
    RABBITMQ_CONF_ENV_FILE: path.join(folder, "no-env.conf"),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, "enabled_plugins"),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: "-kernel inet_dist_use_interface {127,0,0,1}",
  };
}
