import { type PrincipalName, type RandomBytes, randomHex, SERVICE_NAMES } from "@veil/crypto";
import { createKeySet } from "@veil/veil";

const PASSWORDS = [
  "gateway-db-owner",
  "gateway-db-app",
  "audit-db-owner",
  "audit-db-app",
  "rabbitmq-gateway",
  "rabbitmq-worker",
  "rabbitmq-audit",
  "rabbitmq-autoscaler",
  "redis-gateway",
  "postgres",
] as const;

export interface DeploymentSecrets {
  readonly passwords: Readonly<Record<(typeof PASSWORDS)[number], string>>;
  readonly keys: ReadonlyMap<PrincipalName, string>;
  readonly trust: string;
  readonly pepper: string;
  readonly dataKey: string;
  readonly adminKeys: string;
  readonly websiteKeys: string;
  readonly llmApiKey: string;
}

/**
 * Generates all secrets of a deployment. The passwords are hexadecimal, so they need no escaping in
 * URLs, SQL and configuration files.
 */
export function makeDeploymentSecrets(random: RandomBytes, llmApiKey: string): DeploymentSecrets {
  const { services, trust } = createKeySet(random);
  const keys = new Map(services.map((own) => [own.service, JSON.stringify(own)]));
  return {
    passwords: record(PASSWORDS, () => randomHex(random, 24)),
    keys,
    trust: JSON.stringify(trust),
    pepper: randomHex(random, 32),
    dataKey: randomHex(random, 32),
    adminKeys: randomHex(random, 32),
    websiteKeys: randomHex(random, 32),
    llmApiKey,
  };
}

export interface ServerHosts {
  readonly gatewayDb: string;
  readonly auditDb: string;
  readonly rabbitmq: string;
  readonly redis: string;
  /** Whether the broker and Redis speak TLS. The settings of services say so for databases. */
  readonly encrypted?: true;
}

export type SecretFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function secretFiles(secrets: DeploymentSecrets, hosts: ServerHosts): SecretFiles {
  const { passwords } = secrets;
  const tls = hosts.encrypted === true ? "s" : "";
  const postgres = (role: string, password: string, host: string, database: string) =>
    `postgres://${role}:${password}@${host}/${database}`;
  const rabbitmq = (user: "gateway" | "worker" | "audit") =>
    `amqp${tls}://${user}:${passwords[`rabbitmq-${user}`]}@${hosts.rabbitmq}/%2F`;
  return {
    ...keyFiles(secrets, SERVICE_NAMES),
    "edge-gateway-secrets": {
      pepper: secrets.pepper,
      "data-key": secrets.dataKey,
      "admin-keys": secrets.adminKeys,
      "website-keys": secrets.websiteKeys,
      "database-url": postgres(
        "gateway_app",
        passwords["gateway-db-app"],
        hosts.gatewayDb,
        "gateway",
      ),
      "rabbitmq-url": rabbitmq("gateway"),
      "redis-url": `redis${tls}://gateway:${passwords["redis-gateway"]}@${hosts.redis}`,
    },
    "inference-worker-secrets": {
      "rabbitmq-url": rabbitmq("worker"),
      "llm-api-key": secrets.llmApiKey,
    },
    "audit-secrets": {
      "database-url": postgres("audit_app", passwords["audit-db-app"], hosts.auditDb, "audit"),
      "rabbitmq-url": rabbitmq("audit"),
    },
    "gateway-owner": {
      "owner-database-url": postgres(
        "gateway_owner",
        passwords["gateway-db-owner"],
        hosts.gatewayDb,
        "gateway",
      ),
    },
    "audit-owner": {
      "owner-database-url": postgres(
        "audit_owner",
        passwords["audit-db-owner"],
        hosts.auditDb,
        "audit",
      ),
    },
  };
}

export function keyFiles(
  { keys, trust }: DeploymentSecrets,
  principals: readonly PrincipalName[],
): SecretFiles {
  return Object.fromEntries(
    principals.map((name) => {
      const own = keys.get(name);
      return [`${name}-keys`, { ...(own && { "keys.json": own }), "trust.json": trust }];
    }),
  );
}

function record<K extends string>(
  names: readonly K[],
  make: (name: K) => string,
): Record<K, string> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, string>;
}
