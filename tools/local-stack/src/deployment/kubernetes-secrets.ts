import { PROBE_NAMES } from "@veil/crypto";
import {
  type DeploymentSecrets,
  keyFiles,
  type SecretFiles,
  secretFiles,
} from "./deployment-secrets.ts";
import { redisUsers } from "./redis-users.ts";

const HOSTS = {
  gatewayDb: "gateway-db.veil-data.svc:5432",
  auditDb: "audit-db.veil-audit.svc:5432",
  rabbitmq: "rabbitmq-clients.veil-data.svc:5672",
  redis: "redis.veil-data.svc:6379",
};

const NAMESPACES: readonly (readonly [RegExp, string])[] = [
  [/^edge-gateway-/, "veil-edge"],
  [/^bridge-/, "veil-identity"],
  [/^sanitiser-/, "veil-sanitiser"],
  [/^inference-worker-/, "veil-inference"],
  [/^audit-/, "veil-audit"],
  [/^veil-signer-/, "veil-signer"],
  [/^gateway-owner$/, "veil-data"],
];

/**
 * Labels without which operators miss changed passwords. From version 1.20.2, RabbitMQ's operator
 * refuses a Secret without its label.
 */
const RELOADED_BY_CNPG = { "cnpg.io/reload": "true" };
const READ_BY_RABBITMQ = { "rabbitmq.com/topology-operator": "true" };

export function kubernetesSecrets(secrets: DeploymentSecrets): string {
  const { passwords } = secrets;
  const files = zoneSecrets({ ...secretFiles(secrets, HOSTS), ...keyFiles(secrets, PROBE_NAMES) });
  const databases = (["gateway", "audit"] as const).flatMap((database) =>
    (["owner", "app"] as const).map((kind) =>
      login(database === "gateway" ? "veil-data" : "veil-audit", `${database}-db-${kind}-login`, {
        username: `${database}_${kind}`,
        password: passwords[`${database}-db-${kind}`],
      }),
    ),
  );
  const broker = (["gateway", "worker", "audit", "autoscaler"] as const).map((user) =>
    secret(
      "veil-data",
      `rabbitmq-user-${user}`,
      { username: user, password: passwords[`rabbitmq-${user}`] },
      READ_BY_RABBITMQ,
    ),
  );
  const redis = secret("veil-data", "redis-users", {
    "users.acl": redisUsers(passwords["redis-gateway"]),
  });
  return asDocuments([...files, ...databases, ...broker, redis]);
}

/** Returns a Secret for each folder of files, in the namespace of the program that mounts it. */
export function zoneSecrets(files: SecretFiles): readonly object[] {
  return Object.entries(files).map(([name, data]) => secret(namespaceOf(name), name, data));
}

export function asDocuments(objects: readonly object[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object, null, 2)}\n`).join("");
}

function namespaceOf(name: string): string {
  const found = NAMESPACES.find(([pattern]) => pattern.test(name));
  if (found === undefined) throw new Error(`${name} belongs to no namespace`);
  return found[1];
}

type Contents = Readonly<Record<string, string>>;

function login(namespace: string, name: string, stringData: Contents) {
  return {
    ...secret(namespace, name, stringData, RELOADED_BY_CNPG),
    type: "kubernetes.io/basic-auth",
  };
}

function secret(namespace: string, name: string, stringData: Contents, labels: Contents = {}) {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name,
      namespace,
      labels: { "app.kubernetes.io/part-of": "veil-gateway", ...labels },
    },
    stringData,
  };
}
