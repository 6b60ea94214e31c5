import path from "node:path";
import { isReady, processesIn } from "../postgres/stale-server.ts";
import { startEmbeddedPostgres } from "../postgres/start-embedded-postgres.ts";
import { CleanUp } from "../stack/clean-up.ts";
import type { Servers } from "../stack/stack.ts";
import { type BoundedDisk, mountDisk } from "./bounded-disk.ts";
import { fromProgram } from "./find-redis.ts";
import type { InfraContext } from "./infra-server.ts";
import { openContext } from "./open-context.ts";
import { startRabbitmqNode } from "./rabbitmq-node.ts";
import { type CrashableServer, untilRevived } from "./start-program.ts";

/** Servers that no other program uses, so that they can crash. */
export interface OwnServers {
  readonly urls: Required<Omit<Servers, "redisTls">>;
  readonly postgres: CrashableServer;
  readonly redis: CrashableServer;
  readonly rabbitmq: CrashableServer;
  /** The disks of the servers that store data, if they can be filled. Redis stores none. */
  readonly disks: Disks | undefined;
  stop(): Promise<void>;
}

type Disks = Readonly<Record<"postgres" | "rabbitmq", BoundedDisk>>;

interface OwnServersOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True to put data on disks that can be filled, which needs root. */
  readonly boundedDisks?: boolean;
}

/** Enough for the databases of a stack and a thousand calls, with the log that `WAL_SETTINGS` allow. */
const POSTGRES_BYTES = 512 * 1024 * 1024;
const WAL_SETTINGS = ["min_wal_size=32MB", "max_wal_size=96MB"];
/** Several times the free space below which RabbitMQ accepts no messages. */
const RABBITMQ_BYTES = 256 * 1024 * 1024;
const READY_MS = 60_000;

/**
 * Starts PostgreSQL from the npm package, and the installed Redis and RabbitMQ.
 * @throws Error that names a missing or failing server; then no server is left running
 */
export async function startOwnServers(options: OwnServersOptions): Promise<OwnServers> {
  const cleanUp = new CleanUp((line) => process.emitWarning(line));
  try {
    return { ...(await start(options, cleanUp)), stop: () => cleanUp.run() };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

async function start(
  { env, boundedDisks = false }: OwnServersOptions,
  cleanUp: CleanUp,
): Promise<Omit<OwnServers, "stop">> {
  const context = await openContext(env);
  await cleanUp.add("the folder", context.close);
  const disks = boundedDisks ? await mountDisks(context.folder, cleanUp) : undefined;
  const redis = await fromProgram(context);
  if (redis === undefined) throw new Error("redis-server is not installed");
  await cleanUp.add("Redis", redis.stop);
  const rabbitmq = await startRabbitmqNode(context);
  if (rabbitmq === undefined) throw new Error("rabbitmq-server is not installed");
  await cleanUp.add("RabbitMQ", rabbitmq.stop);
  const postgres = await startCrashablePostgres(context, disks ? WAL_SETTINGS : []);
  await cleanUp.add("PostgreSQL", postgres.stop);
  return {
    urls: {
      postgresUrl: postgres.adminUrl,
      redisUrl: redis.variables["VEIL_TEST_REDIS_URL"] ?? "",
      rabbitmqUrl: rabbitmq.amqpUrl,
      rabbitmqManagementUrl: rabbitmq.managementUrl,
    },
    ...{ postgres, redis, rabbitmq, disks },
  };
}

async function mountDisks(folder: string, cleanUp: CleanUp): Promise<Disks> {
  const postgres = mountDisk(path.join(folder, "postgres"), { bytes: POSTGRES_BYTES, mode: 0o711 });
  await cleanUp.add("the disk of PostgreSQL", postgres.unmount);
  const rabbitmq = mountDisk(path.join(folder, "rabbitmq"), { bytes: RABBITMQ_BYTES, mode: 0o700 });
  await cleanUp.add("the disk of RabbitMQ", rabbitmq.unmount);
  return { postgres, rabbitmq };
}

async function startCrashablePostgres(
  context: InfraContext,
  settings: readonly string[],
): Promise<CrashableServer & { readonly adminUrl: string }> {
  const { folder: stateDir, watchdog } = context;
  const port = await context.ports.next();
  const begin = async () => {
    const server = await startEmbeddedPostgres({ stateDir, port, settings });
    watchdog.watch(server.pid, "SIGINT");
    void server.exited.then(() => {
      ended = true;
      watchdog.forget(server.pid);
    });
    ended = false;
    return server;
  };
  const data = path.join(stateDir, "postgres/data");
  let ended = false;
  let server = await begin();
  const start = async () => {
    server = await begin();
  };
  // The processes of the server are in several groups.
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesIn(data)) send(pid, name);
  };
  return {
    adminUrl: server.adminUrl,
    async kill() {
      signal("SIGKILL");
      await server.exited;
    },
    start,
    revive: () =>
      untilRevived({
        ...{ name: "PostgreSQL", readyMs: READY_MS, start, hasEnded: () => ended },
        // During a recovery after a crash, the state in the file is another one.
        isReady: async () => isReady(data, server.pid),
      }),
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    async stop() {
      signal("SIGCONT");
      await server.stop();
    },
  };
}

/** Sends a signal to a process, which may have ended. */
function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
