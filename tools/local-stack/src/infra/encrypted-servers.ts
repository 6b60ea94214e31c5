import { readFileSync } from "node:fs";
import type { TlsFiles } from "@veil/service-kit/tls";
import { startEmbeddedPostgres } from "../postgres/start-embedded-postgres.ts";
import { CleanUp } from "../stack/clean-up.ts";
import type { Servers } from "../stack/stack.ts";
import { fromProgram } from "./find-redis.ts";
import { openContext } from "./open-context.ts";
import { startRabbitmqNode } from "./rabbitmq-node.ts";

export interface EncryptedServers {
  readonly servers: Required<Servers>;
  stop(): Promise<void>;
}

/**
 * Starts servers that require a client certificate. Returns undefined without the programs of Redis
 * or RabbitMQ.
 * @throws Error when a server does not start; then no server is left running
 */
export async function startEncryptedServers(
  env: Readonly<Record<string, string | undefined>>,
  files: Required<TlsFiles>,
): Promise<EncryptedServers | undefined> {
  const cleanUp = new CleanUp((line) => process.emitWarning(line));
  try {
    const servers = await start(env, files, cleanUp);
    if (servers !== undefined) return { servers, stop: () => cleanUp.run() };
  } catch (error) {
    await cleanUp.run();
    throw error;
  }
  await cleanUp.run();
  return undefined;
}

async function start(
  env: Readonly<Record<string, string | undefined>>,
  files: Required<TlsFiles>,
  cleanUp: CleanUp,
): Promise<Required<Servers> | undefined> {
  const context = await openContext(env);
  await cleanUp.add("the folder", context.close);
  const redis = await fromProgram(context, files);
  if (redis !== undefined) await cleanUp.add("Redis", async () => redis.stop?.());
  const rabbitmq = await startRabbitmqNode(context, files);
  if (rabbitmq !== undefined) await cleanUp.add("RabbitMQ", rabbitmq.stop);
  if (redis === undefined || rabbitmq === undefined) return undefined;
  const postgres = await startEmbeddedPostgres({
    stateDir: context.folder,
    port: await context.ports.next(),
    certificate: {
      cert: readFileSync(files.certFile, "utf8"),
      key: readFileSync(files.keyFile, "utf8"),
    },
  });
  await cleanUp.add("PostgreSQL", () => postgres.stop());
  const { certFile: certfile, keyFile: keyfile, caFile: cacertfile } = files;
  return {
    postgresUrl: withParameters(postgres.adminUrl, {
      sslmode: "verify-full",
      sslrootcert: cacertfile,
    }),
    redisUrl: redis.variables["VEIL_TEST_REDIS_URL"] ?? "",
    redisTls: files,
    rabbitmqUrl: withParameters(rabbitmq.amqpUrl, { cacertfile, certfile, keyfile }),
    rabbitmqManagementUrl: rabbitmq.managementUrl,
  };
}

function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  return `${url}?${new URLSearchParams(parameters)}`;
}
