import { randomBytes } from "node:crypto";
import path from "node:path";
import type { PortBlock } from "../../ports/port-block.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../postgres/start-embedded-postgres.ts";
import type { CleanUp } from "../clean-up.ts";
import type { Servers, StackOptions } from "../stack.ts";
import { type BrokerAccess, openBroker } from "./broker.ts";
import { type DatabaseAccess, openDatabase } from "./databases.ts";
import { takeRedisDatabase } from "./redis-database.ts";

export interface OpenServers {
  readonly gatewayDatabase: DatabaseAccess;
  readonly auditDatabase: DatabaseAccess;
  readonly broker: BrokerAccess | undefined;
  readonly redisUrl: string | undefined;
  readonly postgres: EmbeddedPostgres | undefined;
}

type Options = Pick<StackOptions, "stateDir" | "profile" | "servers"> & {
  readonly ports: PortBlock;
  readonly onPostgres: (postgres: EmbeddedPostgres) => void;
};

export async function openServers(options: Options, cleanUp: CleanUp): Promise<OpenServers> {
  if (options.profile === "embedded") return openEmbedded(options, cleanUp);
  if (options.servers === undefined) throw new Error("The cluster profile needs `servers`");
  return openCluster(options.stateDir, options.servers, cleanUp);
}

async function openEmbedded(options: Options, cleanUp: CleanUp): Promise<OpenServers> {
  const { stateDir, ports, onPostgres } = options;
  const postgres = await startEmbeddedPostgres({ stateDir, port: await ports.next() });
  onPostgres(postgres);
  await cleanUp.add("PostgreSQL", () => postgres.stop());
  const shared = {
    adminUrl: postgres.adminUrl,
    prefix: "veil",
    secretsDir: path.join(stateDir, "secrets/databases"),
  };
  const open = async (name: "gateway" | "audit"): Promise<DatabaseAccess> => {
    const database = await openDatabase({ ...shared, name });
    return { ...database, runtimeUrl: postgres.throughSocket(database.runtimeUrl) };
  };
  return {
    gatewayDatabase: await open("gateway"),
    auditDatabase: await open("audit"),
    broker: undefined,
    redisUrl: undefined,
    postgres,
  };
}

/**
 * Opens databases, vhost and Redis database of a cluster. Other runs may use the same servers, so
 * all names are unique to this run.
 */
async function openCluster(
  stateDir: string,
  servers: Servers,
  cleanUp: CleanUp,
): Promise<OpenServers> {
  const prefix = `veil_${randomBytes(4).toString("hex")}`;
  const shared = {
    adminUrl: servers.postgresUrl,
    prefix,
    secretsDir: path.join(stateDir, "secrets/databases"),
  };
  const gatewayDatabase = await openDatabase({ ...shared, name: "gateway" });
  await cleanUp.add("the gateway's database", gatewayDatabase.drop);
  const auditDatabase = await openDatabase({ ...shared, name: "audit" });
  await cleanUp.add("the audit log's database", auditDatabase.drop);
  const broker = await openBroker({
    rabbitmqUrl: servers.rabbitmqUrl,
    managementUrl: servers.rabbitmqManagementUrl,
    prefix,
  });
  await cleanUp.add("the broker's vhost", broker.drop);
  const redis = await takeRedisDatabase(servers.redisUrl, servers.redisTls);
  await cleanUp.add("the Redis database", redis.drop);
  return { gatewayDatabase, auditDatabase, broker, redisUrl: redis.url, postgres: undefined };
}
