import type { CertifiedRelease } from "@veil/contracts/certificate";
import { type Env, EnvReader } from "@veil/service-kit/config";
import {
  allowedHosts,
  longestBodyMs,
  readServiceKeys,
  readServiceSettings,
  type ServiceSettings,
} from "@veil/service-kit/http";
import {
  readBrokerUrl,
  readDatabaseUrl,
  readPublicTls,
  readServerTls,
  serviceProtocol,
} from "@veil/service-kit/tls";
import { readTracing } from "@veil/tracing";
import { LEGACY_PATH_FORM, LEGACY_PATHS } from "./api/unknown-path.ts";
import { readComplianceSettings } from "./compliance-config.ts";
import { PEPPER_FORM } from "./modules/accounts/keys/account-secrets.ts";
import {
  OPERATOR_KEYS_FORM,
  type OperatorKey,
  operatorKeys,
} from "./modules/accounts/keys/operator-keys.ts";
import type { Limits } from "./modules/accounts/limits/quota.ts";
import {
  SANITISER_MS_PER_KB,
  sanitiserDeadlineMs,
} from "./modules/calls/prepare/http-sanitiser.ts";
import { readRelease } from "./modules/certificates/index.ts";
import type { CoordinationConfig } from "./platform/coordination.ts";
import { type DataKeys, parseDataKeys } from "./platform/data-keys.ts";
import { LARGE_BODY_BYTES } from "./platform/shared-body-budget.ts";
import { readProviders, readSdkSettings } from "./sdk-config.ts";
import { readSanitiserShare, readWorkerShare } from "./shares-config.ts";
import { readSignInSettings } from "./sign-in-config.ts";

type JobTransportConfig =
  | { readonly kind: "http" }
  | { readonly kind: "rabbitmq"; readonly url: string };

/** The setting for the file with the authority of the database's certificate. */
export const DATABASE_CA_FILE = "DATABASE_CA_FILE";

export type GatewayConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const production = env["NODE_ENV"] === "production";
  const own = {
    ...readServiceSettings(read, { port: 8080, opsPort: 9080 }),
    keys: readServiceKeys(read, "edge-gateway"),
  };
  const protocol = serviceProtocol(own.tls);
  const config = {
    ...own,
    production,
    ...readAddresses(read, own),
    legacy: readLegacy(read),
    publicTls: readPublicTls(read),
    trustProxy: readTrustProxy(read, production),
    databaseUrl: readDatabaseUrl(read, "DATABASE_URL", DATABASE_CA_FILE),
    databaseConnections: read.integer("DATABASE_CONNECTIONS", 16, { min: 2, max: 200 }),
    ...readAccountSecrets(read),
    adminKeys: readOperatorKeys(read, "ADMIN_KEYS"),
    websiteKeys: readOperatorKeys(read, "WEBSITE_KEYS"),
    services: readServices(read, protocol),
    probes: readProbes(read, protocol),
    transport: readTransport(read),
    coordination: readCoordination(read),
    limits: readLimits(read),
    registerReplayWindowMs: read.integer("REGISTER_REPLAY_WINDOW_S", 600) * 1000,
    ...readProviders(read),
    ...readSdkSettings(read),
    ...readSignInSettings(read, production),
    ...readComplianceSettings(read),
    veilEnabled: read.boolean("VEIL_ENABLED", true),
    release: readReleaseFile(read),
    managedAiEnabled: read.boolean("MANAGED_AI_ENABLED", false),
    modelsAllowed: read.list("MODELS_ALLOWED"),
    bodies: readBodyBudgets(read),
    sanitiserShare: readSanitiserShare(read),
    workerShare: readWorkerShare(read),
    maxPromptChars: read.integer("MAX_PROMPT_CHARS", 8 * 1024 * 1024, {
      min: 1_024,
      max: 16 * 1024 * 1024,
    }),
    defaultMaxTokens: read.integer("DEFAULT_MAX_TOKENS", 1_024, { min: 1 }),
    timing: readTiming(read),
    tracing: readTracing(read),
  };
  read.done();
  return config;
}

/** Reads the release file. Returns null if there is none. */
function readReleaseFile(read: EnvReader): CertifiedRelease | null {
  if (read.optional("RELEASE_FILE") === undefined) return null;
  return read.parsedFile("RELEASE_FILE", readRelease);
}

function readAddresses(read: EnvReader, { address }: ServiceSettings) {
  const publicBaseUrl = read.url("PUBLIC_BASE_URL", ["http:", "https:"], PUBLIC_BASE_URL);
  const named = read.list("ALLOWED_HOSTS").map((name) => name.toLowerCase());
  const hasContact = read.optional("SECURITY_CONTACT") !== undefined;
  const securityContact = hasContact
    ? read.url("SECURITY_CONTACT", ["https:", "mailto:", "tel:"])
    : undefined;
  const operatorHosts = read.list("OPERATOR_HOSTS").map((name) => name.toLowerCase());
  const allowed = allowedHosts(address, named, publicBaseUrl);
  const whole = { ...address, allowedHosts: allowed && [...allowed, ...operatorHosts] };
  return { publicBaseUrl, securityContact, operatorHosts, address: whole };
}

/** Reads the removed paths and the URL of the migration instructions. */
function readLegacy(read: EnvReader) {
  const paths = read.list("LEGACY_PATHS", LEGACY_PATHS);
  if (!paths.every((path) => LEGACY_PATH_FORM.test(path)))
    read.problem("LEGACY_PATHS must be a list of paths such as /api/v1/infer");
  const docs = `${read.string("PUBLIC_BASE_URL", PUBLIC_BASE_URL).replace(/\/$/, "")}/docs`;
  return { paths, migrationUrl: read.url("LEGACY_MIGRATION_URL", ["http:", "https:"], docs) };
}

const PUBLIC_BASE_URL = "http://127.0.0.1:8080";

function readBodyBudgets(read: EnvReader) {
  const least = { min: LARGE_BODY_BYTES };
  const inference = {
    maxBytes: read.integer("MAX_BODY_BYTES_IN_FLIGHT", 128 * MB, least),
    maxBytesPerCustomer: read.integer("MAX_BODY_BYTES_PER_CUSTOMER", 16 * MB, least),
  };
  const entityLists = {
    maxBytes: read.integer("MAX_LIST_BODY_BYTES", 32 * MB, least),
    maxBytesPerCustomer: read.integer("MAX_LIST_BODY_BYTES_PER_CUSTOMER", 8 * MB, least),
  };
  if (inference.maxBytesPerCustomer > inference.maxBytes)
    read.problem("MAX_BODY_BYTES_PER_CUSTOMER must not exceed MAX_BODY_BYTES_IN_FLIGHT");
  if (entityLists.maxBytesPerCustomer > entityLists.maxBytes)
    read.problem("MAX_LIST_BODY_BYTES_PER_CUSTOMER must not exceed MAX_LIST_BODY_BYTES");
  return { inference, entityLists };
}

const MB = 1024 * 1024;

function readServices(read: EnvReader, protocol: "http:" | "https:") {
  return {
    bridgeUrl: read.url("BRIDGE_URL", [protocol]),
    sanitiserUrl: read.url("SANITISER_URL", [protocol]),
    workerUrl: read.url("WORKER_URL", [protocol]),
    auditUrl: read.url("AUDIT_URL", [protocol]),
    signerUrl: read.url("SIGNER_URL", [protocol]),
  };
}

/** Reads the URLs of the probes. Returns undefined if no probes run in the sandboxes' zones. */
function readProbes(read: EnvReader, protocol: "http:" | "https:") {
  const names = ["BRIDGE_PROBE_URL", "WORKER_PROBE_URL"];
  if (names.every((name) => read.optional(name) === undefined)) return undefined;
  return {
    bridgeUrl: read.url("BRIDGE_PROBE_URL", [protocol]),
    workerUrl: read.url("WORKER_PROBE_URL", [protocol]),
  };
}

/** Reads the secrets with which accounts and stored data are sealed and looked up. */
export function readAccountSecrets(read: EnvReader): { peppers: string; dataKeys: DataKeys } {
  const peppers = read.secret("PEPPER");
  if (peppers !== "" && !PEPPER_FORM.test(peppers))
    read.problem("PEPPER must be 64 or more hexadecimal digits, or a list of version:digits");
  return { peppers, dataKeys: readDataKeys(read) };
}

export function readDataKeys(read: EnvReader): DataKeys {
  return read.parsedSecret("DATA_KEY", parseDataKeys);
}

/**
 * Reads operator keys and keeps only their hashes. Without a key, the endpoints that require one
 * refuse every request.
 */
function readOperatorKeys(read: EnvReader, name: string): readonly OperatorKey[] {
  const text = read.optionalSecret(name);
  if (text === undefined) return [];
  if (OPERATOR_KEYS_FORM.test(text)) return operatorKeys(text);
  read.problem(`${name} must be one or two keys, each of at least 32 visible characters`);
  return [];
}

/**
 * Reads which proxies are trusted to set `X-Forwarded-For`: none, a number of proxies, or those
 * with certain addresses (express `trust proxy`).
 */
function readTrustProxy(read: EnvReader, production: boolean): false | number | readonly string[] {
  const raw = production ? read.string("TRUST_PROXY") : read.string("TRUST_PROXY", "none");
  if (raw === "none" || raw === "") return false;
  return /^\d+$/.test(raw) ? Number(raw) : raw.split(",").map((range) => range.trim());
}

function readTransport(read: EnvReader): JobTransportConfig {
  const kind = read.oneOf("JOB_TRANSPORT", ["http", "rabbitmq"], "http");
  return kind === "http" ? { kind } : { kind, url: readBrokerUrl(read) };
}

function readCoordination(read: EnvReader): CoordinationConfig {
  const kind = read.oneOf("COORDINATION", ["memory", "redis"], "memory");
  if (kind === "memory") return { kind };
  const url = read.secret("REDIS_URL");
  const tls = readServerTls(read, "REDIS", url, ["redis:", "rediss:"]);
  const replicas = read.integer("REPLICAS", 1, { min: 1 });
  const timeoutMs = read.integer("REDIS_TIMEOUT_MS", 250, { min: 1, max: 60_000 });
  return { kind, url, tls, replicas, timeoutMs };
}

function readLimits(read: EnvReader): Limits {
  return {
    monthly: {
      free: read.integer("MONTHLY_LIMIT_FREE", 500),
      developer: read.integer("MONTHLY_LIMIT_DEVELOPER", 1_000),
      pro: read.integer("MONTHLY_LIMIT_PRO", 50_000),
      enterprise: Number.POSITIVE_INFINITY,
    },
    perMinute: {
      free: read.integer("PER_MINUTE_LIMIT_FREE", 10),
      developer: read.integer("PER_MINUTE_LIMIT_DEVELOPER", 20),
      pro: read.integer("PER_MINUTE_LIMIT_PRO", 120),
      enterprise: read.integer("PER_MINUTE_LIMIT_ENTERPRISE", 1_200),
    },
    accountCallsPerMinute: read.integer("ACCOUNT_CALLS_PER_MINUTE", 120, { min: 1 }),
    previewsPerMinute: read.integer("PREVIEWS_PER_MINUTE", 60, { min: 1 }),
    auditViewsPerMinute: read.integer("AUDIT_VIEWS_PER_MINUTE", 10, { min: 1 }),
    openReadsPerMinute: read.integer("OPEN_READS_PER_MINUTE", 600, { min: 1 }),
    failedKeysPerMinute: read.integer("FAILED_KEYS_PER_MINUTE", 60, { min: 1 }),
    registrationsPerHour: read.integer("REGISTRATIONS_PER_HOUR", 5, { min: 1 }),
    registrationAttemptsPerHour: read.integer("REGISTRATION_ATTEMPTS_PER_HOUR", 60, { min: 1 }),
    loginFailuresPerMinute: read.integer("LOGIN_FAILURES_PER_MINUTE", 5, { min: 1 }),
    loginFailuresPerHour: read.integer("LOGIN_FAILURES_PER_HOUR", 20, { min: 1 }),
    scansPerHour: read.integer("SCANS_PER_HOUR", 1_200, { min: 1 }),
    evidencePacksPerHour: read.integer("EVIDENCE_PACKS_PER_HOUR", 6, { min: 1 }),
    complianceCallsPerMinute: read.integer("COMPLIANCE_CALLS_PER_MINUTE", 30, { min: 1 }),
  };
}

function readTiming(read: EnvReader) {
  const timing = {
    requestTimeoutMs: read.integer("REQUEST_TIMEOUT_MS", 180_000, { min: 1_000 }),
    waitTimeoutMs: read.integer("WAIT_TIMEOUT_MS", 30_000),
    jobDeadlineMs: read.integer("JOB_DEADLINE_MS", 300_000, { min: 1_000 }),
    bridgeTimeoutMs: read.integer("BRIDGE_TIMEOUT_MS", 2_000, { min: 1 }),
    sanitiserTimeoutMs: read.integer("SANITISER_TIMEOUT_MS", 10_000, { min: 1, max: 60_000 }),
    scanTimeoutMs: read.integer("SCAN_TIMEOUT_MS", 6_000, { min: 1, max: 60_000 }),
    probeIntervalMs: read.integer("ISOLATION_PROBE_INTERVAL_MS", 60_000, { min: 100 }),
  };
  if (timing.waitTimeoutMs > timing.jobDeadlineMs)
    read.problem("WAIT_TIMEOUT_MS must not exceed JOB_DEADLINE_MS");
  const longestMs = longestRequestMs(timing);
  if (timing.requestTimeoutMs <= longestMs)
    read.problem(
      `REQUEST_TIMEOUT_MS must exceed ${longestMs}: the maximum for a body, the sanitiser and WAIT_TIMEOUT_MS together`,
    );
  return timing;
}

function longestRequestMs(timing: { sanitiserTimeoutMs: number; waitTimeoutMs: number }): number {
  const { sanitiserTimeoutMs: timeoutMs, waitTimeoutMs } = timing;
  const sanitiserMs = sanitiserDeadlineMs(LARGE_BODY_BYTES, {
    timeoutMs,
    msPerKb: SANITISER_MS_PER_KB,
  });
  return Math.ceil(longestBodyMs(LARGE_BODY_BYTES) + sanitiserMs + waitTimeoutMs);
}
