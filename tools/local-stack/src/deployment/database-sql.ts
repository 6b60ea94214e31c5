import { scramVerifier } from "@veil/postgres-kit";
import type { DeploymentSecrets } from "./deployment-secrets.ts";

/**
 * Returns the script for psql that creates a database with its two roles. It contains no password,
 * only verifiers.
 * @param server - on a `managed` server the administrator is no superuser: only a member of the
 * owner may create the database, and may not limit what the server logs
 */
export async function databaseSql(
  name: "gateway" | "audit",
  { passwords }: DeploymentSecrets,
  server: "own" | "managed",
): Promise<string> {
  const role = async (kind: "owner" | "app") =>
    `create role ${name}_${kind} login password '${await scramVerifier(passwords[`${name}-db-${kind}`])}';`;
  const limits = [
    `alter database ${name} set log_error_verbosity = terse;`,
    `alter database ${name} set log_parameter_max_length = 0;`,
  ];
  return [
    await role("owner"),
    await role("app"),
    ...(server === "managed" ? [`grant ${name}_owner to current_user;`] : []),
    `create database ${name} owner ${name}_owner template template0 encoding 'UTF8';`,
    `revoke all on database ${name} from public;`,
    `grant connect on database ${name} to ${name}_owner, ${name}_app;`,
    ...(server === "own" ? limits : []),
    `\\connect ${name}`,
    "revoke all on schema public from public;",
  ].join("\n");
}
