import path from "node:path";
import type { ServiceName } from "@veil/crypto";
import { writeSecret } from "../kept-secret.ts";
import type { PortBlock } from "../ports/port-block.ts";
import type { ServiceAddresses } from "./addresses.ts";
import { operatorKeyFiles } from "./operator-keys.ts";
import type { BrokerAccess } from "./servers/broker.ts";
import type { DatabaseAccess } from "./servers/databases.ts";
import type { ProviderSettings } from "./stack.ts";
import type { WitnessProcess } from "./start-witness-process.ts";

export interface StackPlan {
  readonly stateDir: string;
  readonly keysDir: string;
  /** The folder of the services' certificates, or undefined for plain HTTP. */
  readonly certificatesDir: string | undefined;
  readonly addresses: ServiceAddresses;
  readonly ports: PortBlock;
  readonly gatewayDatabase: DatabaseAccess;
  readonly auditDatabase: DatabaseAccess;
  readonly provider: ProviderSettings;
  /**
   * The prefixes of customers' provider keys that the gateway accepts, or undefined for its
   * default.
   */
  readonly keyPrefixes: string | undefined;
  /** The witness that cosigns the audit log. */
  readonly witness: Pick<WitnessProcess, "setting" | "key">;
  readonly shutdownGraceMs: number;
  /** The broker that carries jobs and events, or undefined for HTTP. */
  readonly broker: BrokerAccess | undefined;
  /** The Redis database for shared limits, or undefined for the gateway's memory. */
  readonly redisUrl: string | undefined;
  readonly overrides: Partial<Record<ServiceName, Readonly<Record<string, string>>>>;
}

/**
 * Settings of a service. `secrets` are written to files, because neither the environment nor the
 * arguments of a process are private.
 */
interface Settings {
  readonly plain: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string | undefined>>;
}

/** Returns the service's environment, and writes its secrets below `<stateDir>/secrets`. */
export function serviceEnvironment(service: ServiceName, plan: StackPlan): Record<string, string> {
  const { plain, secrets } = settingsOf(service, plan);
  const { port, opsPort } = plan.addresses[service];
  return {
    HOST: "127.0.0.1",
    PORT: String(port),
    OPS_PORT: String(opsPort),
    SHUTDOWN_GRACE_MS: String(plan.shutdownGraceMs),
    KEY_FILE: path.join(plan.keysDir, `${service}.keys.json`),
    TRUST_FILE: path.join(plan.keysDir, "trust.json"),
    ...certificatesOf(service, plan),
    ...plain,
    ...asFiles(secrets, path.join(plan.stateDir, "secrets", service)),
    ...plan.overrides[service],
  };
}

function certificatesOf(service: ServiceName, { certificatesDir }: StackPlan) {
  if (certificatesDir === undefined) return {};
  const folder = path.join(certificatesDir, service);
  return {
    TLS_CERT_FILE: path.join(folder, "tls.crt"),
    TLS_KEY_FILE: path.join(folder, "tls.key"),
    TLS_CA_FILE: path.join(folder, "ca.crt"),
  };
}

export function ownerEnvironment(
  service: "edge-gateway" | "audit",
  plan: StackPlan,
): Record<string, string> {
  const folder = path.join(plan.stateDir, "secrets", `${service}-owner`);
  const secrets =
    service === "audit"
      ? { AUDIT_OWNER_DATABASE_URL: plan.auditDatabase.ownerUrl }
      : { OWNER_DATABASE_URL: plan.gatewayDatabase.ownerUrl };
  return asFiles(secrets, folder);
}

function asFiles(secrets: Settings["secrets"], folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [name, value] of Object.entries(secrets)) {
    if (value === undefined) continue;
    const file = path.join(folder, name);
    writeSecret(file, value);
    files[`${name}_FILE`] = file;
  }
  return files;
}

function settingsOf(service: ServiceName, plan: StackPlan): Settings {
  switch (service) {
    case "edge-gateway":
      return gatewaySettings(plan);
    case "inference-worker":
      return workerSettings(plan);
    case "audit":
      return {
        plain: {
          AUDIT_TRANSPORT: plan.broker === undefined ? "http" : "rabbitmq",
          WITNESSES: plan.witness.setting,
        },
        secrets: {
          AUDIT_DATABASE_URL: plan.auditDatabase.runtimeUrl,
          RABBITMQ_URL: plan.broker?.auditUrl,
        },
      };
    case "bridge":
      return {
        plain: { BRIDGE_KEY_RING_FILE: path.join(plan.stateDir, "bridge.key-ring.json") },
        secrets: {},
      };
    case "sanitiser":
      return { plain: {}, secrets: {} };
    case "veil-signer":
      return {
        plain: { MANIFEST_FILE: path.join(plan.stateDir, "manifest.json") },
        secrets: {},
      };
  }
}

function gatewaySettings(plan: StackPlan): Settings {
  const { addresses, broker, redisUrl, keysDir, stateDir, keyPrefixes } = plan;
  return {
    plain: {
      PUBLIC_BASE_URL: addresses["edge-gateway"].url,
      OPERATOR_HOSTS: ownHosts(addresses["edge-gateway"].url),
      BRIDGE_URL: addresses.bridge.url,
      SANITISER_URL: addresses.sanitiser.url,
      WORKER_URL: addresses["inference-worker"].url,
      AUDIT_URL: addresses.audit.url,
      SIGNER_URL: addresses["veil-signer"].url,
      PEPPER_FILE: path.join(keysDir, "gateway.pepper"),
      DATA_KEY_FILE: path.join(keysDir, "gateway.data-key"),
      ...operatorKeyFiles(stateDir),
      MANAGED_AI_ENABLED: "true",
      WITNESS_KEYS: plan.witness.key,
      ...(keyPrefixes !== undefined && { PROVIDER_KEY_PREFIXES: keyPrefixes }),
      JOB_TRANSPORT: broker === undefined ? "http" : "rabbitmq",
      COORDINATION: redisUrl === undefined ? "memory" : "redis",
    },
    secrets: {
      DATABASE_URL: plan.gatewayDatabase.runtimeUrl,
      RABBITMQ_URL: broker?.gatewayUrl,
      REDIS_URL: redisUrl,
    },
  };
}

/** Returns the names by which this machine reaches the gateway. */
function ownHosts(url: string): string {
  const { host, port } = new URL(url);
  return [host, `localhost:${port}`].join(",");
}

function workerSettings({ broker, provider }: StackPlan): Settings {
  const { LLM_API_KEY, ...plain } = provider;
  return {
    plain: { ...plain, JOB_TRANSPORT: broker === undefined ? "http" : "rabbitmq" },
    secrets: { LLM_API_KEY, RABBITMQ_URL: broker?.workerUrl },
  };
}
