import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROBE_NAMES, type RandomBytes } from "@veil/crypto";
import { createFolder } from "@veil/crypto/files";
import { brokerDefinitions } from "./broker-definitions.ts";
import { databaseSql } from "./database-sql.ts";
import { type DeploymentSecrets, keyFiles, secretFiles } from "./deployment-secrets.ts";
import { asDocuments, zoneSecrets } from "./kubernetes-secrets.ts";
import { redisUsers } from "./redis-users.ts";

export interface ManagedServers {
  readonly gatewayDb: string;
  readonly auditDb: string;
  readonly rabbitmq: string;
  readonly redis: string;
  /** The certificates of the authorities that issued the servers' certificates, as PEM. */
  readonly authorities: string;
}

/** The file in a Secret, next to the URLs of servers, that has the servers' authorities. */
const AUTHORITIES = "servers.pem";
/** The Secrets that have no URL of a server. */
const KEYS_ONLY = /-keys$/;

/**
 * Returns the files of a deployment on managed servers: the Secrets of Kubernetes, and what an
 * administrator of each server needs to create its users, databases and queues.
 * @param servers - the servers' host names, which relays have in the cluster
 */
export async function managedSecrets(
  secrets: DeploymentSecrets,
  { authorities, gatewayDb, auditDb, rabbitmq, redis }: ManagedServers,
  random: RandomBytes,
): Promise<Readonly<Record<string, string>>> {
  const files = secretFiles(secrets, {
    gatewayDb: `${gatewayDb}:5432`,
    auditDb: `${auditDb}:5432`,
    rabbitmq: `${rabbitmq}:5671`,
    redis: `${redis}:6379`,
    encrypted: true,
  });
  const all = Object.entries({ ...files, ...keyFiles(secrets, PROBE_NAMES) }).map(
    ([name, data]) =>
      [name, KEYS_ONLY.test(name) ? data : { ...data, [AUTHORITIES]: authorities }] as const,
  );
  return {
    "secrets.yaml": asDocuments(zoneSecrets(Object.fromEntries(all))),
    "gateway-db.sql": await databaseSql("gateway", secrets, "managed"),
    "audit-db.sql": await databaseSql("audit", secrets, "managed"),
    "definitions.json": brokerDefinitions(secrets, random),
    "trust.json": secrets.trust,
    "users.acl": redisUsers(secrets.passwords["redis-gateway"]),
  };
}

/**
 * Writes the files so that only their owner can read them.
 * @throws Error when the folder exists, because data encrypted with its keys could never be read
 * again
 */
export function writeManagedSecrets(folder: string, files: Readonly<Record<string, string>>): void {
  if (existsSync(folder)) throw new Error(`${folder} exists, and nothing was changed`);
  createFolder(folder, 0o700);
  for (const [name, text] of Object.entries(files))
    writeFileSync(path.join(folder, name), `${text.trimEnd()}\n`, { mode: 0o600 });
}
