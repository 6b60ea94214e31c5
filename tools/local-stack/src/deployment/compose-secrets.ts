import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RandomBytes } from "@veil/crypto";
import { createFolder } from "@veil/crypto/files";
import { brokerDefinitions } from "./broker-definitions.ts";
import { databaseSql } from "./database-sql.ts";
import { type DeploymentSecrets, type SecretFiles, secretFiles } from "./deployment-secrets.ts";
import { redisUsers } from "./redis-users.ts";

const HOSTS = {
  gatewayDb: "gateway-db:5432",
  auditDb: "audit-db:5432",
  rabbitmq: "rabbitmq:5672",
  redis: "redis:6379",
};

export async function composeSecrets(
  secrets: DeploymentSecrets,
  random: RandomBytes,
): Promise<SecretFiles> {
  const { passwords } = secrets;
  return {
    ...secretFiles(secrets, HOSTS),
    "gateway-db": {
      password: passwords.postgres,
      "init.sql": await databaseSql("gateway", secrets, "own"),
    },
    "audit-db": {
      password: passwords.postgres,
      "init.sql": await databaseSql("audit", secrets, "own"),
    },
    rabbitmq: {
      "definitions.json": brokerDefinitions(secrets, random),
    },
    redis: { "users.acl": redisUsers(passwords["redis-gateway"]) },
  };
}

/**
 * Writes files that every user may read, because containers run as users that own nothing here, in
 * a folder that only its owner can enter.
 * @throws Error when the folder exists, because data encrypted with its keys could never be read
 * again
 */
export function writeComposeSecrets(folder: string, files: SecretFiles): void {
  if (existsSync(folder))
    throw new Error(
      `${folder} exists, and nothing was changed: the volumes were made with its keys. To start over, remove it and the ` +
        "volumes (docker compose down --volumes).",
    );
  createFolder(folder, 0o700);
  for (const [owner, contents] of Object.entries(files)) {
    mkdirSync(path.join(folder, owner));
    for (const [name, content] of Object.entries(contents)) {
      const file = path.join(folder, owner, name);
      writeFileSync(file, `${content.trimEnd()}\n`);
      chmodSync(file, 0o444);
    }
  }
}
