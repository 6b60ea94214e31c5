import path from "node:path";
import { processesIn } from "../postgres/stale-server.ts";
import { startEmbeddedPostgres } from "../postgres/start-embedded-postgres.ts";
import { CleanUp } from "../stack/clean-up.ts";
import type { Servers } from "../stack/stack.ts";
import { fromProgram } from "./find-redis.ts";
import type { InfraContext } from "./infra-server.ts";
import { openContext } from "./open-context.ts";
import { startRabbitmqNode } from "./rabbitmq-node.ts";
import type { CrashableServer } from "./start-program.ts";

/** Servers that no other program uses, so that they can crash. */
export interface OwnServers {
  readonly urls: Required<Omit<Servers, "redisTls">>;
  readonly postgres: CrashableServer;
  readonly redis: CrashableServer;
  readonly rabbitmq: CrashableServer;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL from the npm package, and the installed Redis and RabbitMQ.
 * @throws Error that names a missing or failing server; then no server is left running
 */
export async function startOwnServers(
  env: Readonly<Record<string, string | undefined>>,
): Promise<OwnServers> {
  const cleanUp = new CleanUp((line) => process.emitWarning(line));
  try {
    return { ...(await start(env, cleanUp)), stop: () => cleanUp.run() };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
}

async function start(
  env: Readonly<Record<string, string | undefined>>,
  cleanUp: CleanUp,
): Promise<Omit<OwnServers, "stop">> {
  const context = await openContext(env);
  await cleanUp.add("the folder", context.close);
  const redis = await fromProgram(context);
  if (redis === undefined) throw new Error("redis-server is not installed");
  await cleanUp.add("Redis", redis.stop);
  const rabbitmq = await startRabbitmqNode(context);
  if (rabbitmq === undefined) throw new Error("rabbitmq-server is not installed");
  await cleanUp.add("RabbitMQ", rabbitmq.stop);
  const postgres = await startCrashablePostgres(context);
  await cleanUp.add("PostgreSQL", postgres.stop);
  return {
    urls: {
      postgresUrl: postgres.adminUrl,
      redisUrl: redis.variables["VEIL_TEST_REDIS_URL"] ?? "",
      rabbitmqUrl: rabbitmq.amqpUrl,
      rabbitmqManagementUrl: rabbitmq.managementUrl,
    },
    ...{ postgres, redis, rabbitmq },
  };
}

async function startCrashablePostgres(
  context: InfraContext,
): Promise<CrashableServer & { readonly adminUrl: string }> {
  const { folder: stateDir, watchdog } = context;
  const port = await context.ports.next();
  const begin = async () => {
    const server = await startEmbeddedPostgres({ stateDir, port });
    watchdog.watch(server.pid, "SIGINT");
    return server;
  };
  let server = await begin();
  // The processes of the server are in several groups.
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesIn(path.join(stateDir, "postgres/data"))) send(pid, name);
  };
  const ended = () => watchdog.forget(server.pid);
  return {
    adminUrl: server.adminUrl,
    async kill() {
      signal("SIGKILL");
      await server.exited;
      ended();
    },
    async start() {
      server = await begin();
    },
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    async stop() {
      signal("SIGCONT");
      await server.stop();
      ended();
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
