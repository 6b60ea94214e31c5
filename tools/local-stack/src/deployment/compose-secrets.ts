import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { RandomBytes } from "@veil/crypto";
import { scramVerifier } from "@veil/postgres-kit";
import { rabbitmqDefinitions } from "@veil/transport/topology";
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
  const user = (name: "gateway" | "worker" | "audit") => ({
    name,
    password: passwords[`rabbitmq-${name}`],
  });
  const users = { gateway: user("gateway"), worker: user("worker"), audit: user("audit") };
  return {
    ...secretFiles(secrets, HOSTS),
    "gateway-db": {
      password: passwords.postgres,
      "init.sql": await databaseSql(
        "gateway",
        passwords["gateway-db-owner"],
        passwords["gateway-db-app"],
      ),
    },
    "audit-db": {
      password: passwords.postgres,
      "init.sql": await databaseSql(
        "audit",
        passwords["audit-db-owner"],
        passwords["audit-db-app"],
      ),
    },
    rabbitmq: {
      "definitions.json": JSON.stringify(rabbitmqDefinitions({ users, randomBytes: random })),
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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [owner, contents] of Object.entries(files)) {
    mkdirSync(path.join(folder, owner));
    for (const [name, content] of Object.entries(contents)) {
      const file = path.join(folder, owner, name);
      writeFileSync(file, `${content.trimEnd()}\n`);
      chmodSync(file, 0o444);
    }
  }
}

async function databaseSql(name: string, ownerPassword: string, appPassword: string) {
  const role = async (kind: string, password: string) =>
    `create role ${name}_${kind} login password '${await scramVerifier(password)}';`;
  return [
    await role("owner", ownerPassword),
    await role("app", appPassword),
    `create database ${name} owner ${name}_owner template template0 encoding 'UTF8';`,
    `revoke all on database ${name} from public;`,
    `grant connect on database ${name} to ${name}_owner, ${name}_app;`,
    `alter database ${name} set log_error_verbosity = terse;`,
    `alter database ${name} set log_parameter_max_length = 0;`,
    `\\connect ${name}`,
    "revoke all on schema public from public;",
  ].join("\n");
}
