import { type Env, EnvReader } from "@veil/service-kit/config";
import { readServiceKeys, readServiceSettings } from "@veil/service-kit/http";
import { readBrokerUrl } from "@veil/service-kit/tls";
import type { UsableKey } from "./domain/credentials.ts";
import { DIALECTS, OFFICIAL_ENDPOINTS } from "./domain/provider-table.ts";
import { readProviderTable } from "./read-provider-table.ts";

export type JobTransportConfig =
  | { readonly kind: "http" }
  | { readonly kind: "rabbitmq"; readonly url: string };

export type WorkerConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8083, opsPort: 9083 }),
    keys: readServiceKeys(read, "inference-worker", ["claim"]),
    transport: readTransport(read),
    concurrency: read.integer("WORKER_CONCURRENCY", 64, { min: 1, max: 1_000 }),
    maxAttempts: read.integer("INFERENCE_ATTEMPTS", 2, { min: 1, max: 10 }),
    managed: readManagedKey(read),
    providerTable: readProviderTable(read),
    providerTimeoutMs: read.integer("PROVIDER_TIMEOUT_MS", 120_000, { min: 1 }),
    maxResponseBytes: read.integer("PROVIDER_MAX_RESPONSE_BYTES", 8 * 1024 * 1024, { min: 1_024 }),
    proxyUrl: readProxyUrl(read),
  };
  read.done();
  return config;
}

function readTransport(read: EnvReader): JobTransportConfig {
  const kind = read.oneOf("JOB_TRANSPORT", ["http", "rabbitmq"], "http");
  return kind === "http" ? { kind } : { kind, url: readBrokerUrl(read) };
}

function readManagedKey(read: EnvReader): UsableKey | undefined {
  const dialect = read.oneOf("LLM_PROVIDER", [...DIALECTS, "both"], "anthropic");
  // No official server supports both formats.
  const official = dialect === "both" ? undefined : OFFICIAL_ENDPOINTS[dialect];
  const baseUrl = read.url("LLM_BASE_URL", ["https:", "http:"], official?.baseUrl);
  const defaultModel = read.string("LLM_MODEL", official?.defaultModel);
  const apiKey = read.optionalSecret("LLM_API_KEY");
  if (apiKey === undefined || apiKey === "") return undefined;
  const name = official?.name ?? "managed";
  return { provider: { name, dialect, baseUrl, defaultModel }, apiKey };
}

function readProxyUrl(read: EnvReader): string | undefined {
  if (read.optional("EGRESS_PROXY_URL") === undefined) return undefined;
  return read.url("EGRESS_PROXY_URL", ["http:", "https:"]);
}
