import { type Env, EnvReader } from "@veil/config";
import { readServiceSettings } from "@veil/http-kit";
import { readBrokerUrl, readDatabaseUrl } from "@veil/tls";

export type TransportConfig =
  | { readonly kind: "http" }
  | { readonly kind: "rabbitmq"; readonly url: string; readonly prefetch: number };

const CA_FILE = "AUDIT_DATABASE_CA_FILE";

export type AuditConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8084, opsPort: 9084 }),
    databaseUrl: readDatabaseUrl(read, "AUDIT_DATABASE_URL", CA_FILE),
    databaseConnections: read.integer("AUDIT_DATABASE_CONNECTIONS", 4, { min: 1, max: 100 }),
    transport: readTransport(read),
  };
  read.done();
  return config;
}

/** For `migrate`: the owner's URL, which the server must not have. */
export function readOwnerUrl(env: Env): string {
  return readUrl(env, "AUDIT_OWNER_DATABASE_URL");
}

/** For `verify`: the reader's role is enough. */
export function readReaderUrl(env: Env): string {
  return readUrl(env, "AUDIT_DATABASE_URL");
}

function readUrl(env: Env, name: string): string {
  const read = new EnvReader(env);
  const url = readDatabaseUrl(read, name, CA_FILE);
  read.done();
  return url;
}

function readTransport(read: EnvReader): TransportConfig {
  const kind = read.oneOf("AUDIT_TRANSPORT", ["http", "rabbitmq"], "http");
  if (kind === "http") return { kind };
  return {
    kind,
    url: readBrokerUrl(read),
    prefetch: read.integer("AUDIT_PREFETCH", 32, { min: 1, max: 1_000 }),
  };
}
