import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";

type Env = Readonly<Record<string, string | undefined>>;
type SettingsByService = Record<ServiceName, Readonly<Record<string, string>>>;

/** The stack passes the settings of a real provider separately, because one of them is a key. */
export const PROVIDER_SETTINGS = [
  "LLM_PROVIDER",
  "LLM_BASE_URL",
  "LLM_API_KEY",
  "LLM_MODEL",
] as const;

const TRACES = [
  ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS_FILE"],
  ...["OTEL_EXPORTER_OTLP_CERTIFICATE", "OTEL_TRACES_SAMPLER_ARG"],
];

/** The settings that each service documents, except those that the stack sets itself. */
export const PASSED_SETTINGS: Readonly<Record<ServiceName, readonly string[]>> = {
  "edge-gateway": [
    ...[
      "STREAMING_ENABLED",
      "CHAT_STREAMING_ENABLED",
      "CACHE_CONTROL",
      "THINKING_ENABLED",
      "PUBLISHED_ADDRESSES",
      "RESPONSES_ENABLED",
      "STREAM_PING_MS",
      "TOOLS_ENABLED",
      "SDK_ERROR_SHAPE",
      "PLACEHOLDER_PREAMBLE",
    ],
    ...["MODELS_ALLOWED", "DEFAULT_MAX_TOKENS", "MAX_PROMPT_CHARS", "VEIL_ENABLED"],
    ...["MONTHLY_LIMIT_FREE", "MONTHLY_LIMIT_DEVELOPER", "MONTHLY_LIMIT_PRO"],
    ...["PER_MINUTE_LIMIT_FREE", "PER_MINUTE_LIMIT_DEVELOPER", "PER_MINUTE_LIMIT_PRO"],
    ...["PER_MINUTE_LIMIT_ENTERPRISE", "ACCOUNT_CALLS_PER_MINUTE", "AUDIT_VIEWS_PER_MINUTE"],
    ...["FAILED_KEYS_PER_MINUTE", "REGISTRATIONS_PER_HOUR", "REGISTRATION_ATTEMPTS_PER_HOUR"],
    ...["REGISTER_REPLAY_WINDOW_S", "LOGIN_FAILURES_PER_MINUTE", "LOGIN_FAILURES_PER_HOUR"],
    ...["SCANS_PER_HOUR", "SCAN_TIMEOUT_MS", "BRIDGE_TIMEOUT_MS", "SANITISER_TIMEOUT_MS"],
    ...[
      "OPEN_READS_PER_MINUTE",
      "PREVIEWS_PER_MINUTE",
      "WORKER_CALLS",
      "WORKER_CALLS_PER_CUSTOMER",
    ],
    ...["SANITISER_CALLS", "SANITISER_CALLS_PER_CUSTOMER"],
    ...["SANITISER_BYTES", "SANITISER_BYTES_PER_CUSTOMER"],
    ...["MAX_BODY_BYTES_IN_FLIGHT", "MAX_BODY_BYTES_PER_CUSTOMER"],
    ...["MAX_LIST_BODY_BYTES", "MAX_LIST_BODY_BYTES_PER_CUSTOMER"],
    ...["WAIT_TIMEOUT_MS", "JOB_DEADLINE_MS", "REQUEST_TIMEOUT_MS"],
    ...["ISOLATION_PROBE_INTERVAL_MS", "DATABASE_CONNECTIONS", "RELEASE_FILE"],
    ...["COMPLIANCE_CALLS_PER_MINUTE", "COMPLIANCE_INTERVAL_MS", "PROVIDER_REGIONS"],
    ...["OIDC_FILE", "SIGN_IN_BY_KEY", "EGRESS_PROXY_URL"],
    ...["EVIDENCE_PACKS_PER_HOUR", "EVIDENCE_DIR", "TSA_CA_FILE"],
    ...["PROVIDER_KEY_PREFIXES", "ALLOWED_HOSTS", "TRUST_PROXY", "SECURITY_CONTACT"],
    ...["LEGACY_PATHS", "LEGACY_MIGRATION_URL", "LOG_LEVEL"],
    ...TRACES,
  ],
  bridge: ["LOG_LEVEL"],
  sanitiser: [
    ...["PLACES", "SANITISER_INLINE_BELOW_BYTES", "SANITISER_LARGE_FROM_BYTES"],
    ...["SANITISER_THREADS", "SANITISER_LARGE_THREADS", "SANITISER_THREAD_MEMORY_MB"],
    ...["SANITISER_QUEUE_LENGTH", "SANITISER_LARGE_QUEUE_LENGTH"],
    ...["SANITISER_ENGINE_TIMEOUT_MS", "SANITISER_LARGE_ENGINE_TIMEOUT_MS"],
    ...["ENTITY_LIST_CACHE_MS", "ENTITY_LIST_CACHE_MB"],
    ...["PRESIDIO_URL", "PRESIDIO_LANGUAGES", "PRESIDIO_MIN_SCORE_PERCENT"],
    ...["PRESIDIO_CONNECTIONS", "PRESIDIO_TIMEOUT_MS"],
    ...["SHIELD_URL", "SHIELD_MODEL", "SHIELD_API_KEY_FILE"],
    ...["SHIELD_PROXY_URL", "SHIELD_TIMEOUT_MS", "LOG_LEVEL"],
  ],
  "inference-worker": [
    ...["WORKER_CONCURRENCY", "INFERENCE_ATTEMPTS", "PROVIDER_TABLE", "PROVIDER_TIMEOUT_MS"],
    ...["PROVIDER_MAX_RESPONSE_BYTES", "EGRESS_PROXY_URL", "LOG_LEVEL"],
  ],
  audit: [
    ...["AUDIT_DATABASE_CONNECTIONS", "AUDIT_DAYS", "AUDIT_ARCHIVE_DIR", "LOG_ORIGIN"],
    ...["EGRESS_PROXY_URL"],
    ...["TSA_URL", "TSA_INTERVAL", "TSA_CA_FILE", "TSA_AUTHORIZATION_FILE", "LOG_LEVEL"],
    ...TRACES,
  ],
  "veil-signer": ["MANIFEST_ISSUER", "LOG_LEVEL"],
};

/** First words of setting names that other programs' variables also begin with. */
const COMMON_WORDS = new Set([
  ...["ALLOWED", "DATABASE", "DEFAULT", "EGRESS", "JOB", "LEGACY", "LOG", "MAX", "MODELS"],
  ...["OTEL", "PLACES", "RELEASE", "REQUEST", "TRUST", "VEIL", "WAIT"],
]);

/**
 * Returns for each service the variables of `env` that are settings of this service.
 * @throws Error that names each variable that begins like a setting but is not one
 */
export function passedSettings(env: Env): SettingsByService {
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value] as const],
  );
  const problems = given.flatMap(([name]) => problemOf(name));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const entries = SERVICE_NAMES.map((service) => {
    const own = given.filter(([name]) => PASSED_SETTINGS[service].includes(name));
    return [service, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(entries) as SettingsByService;
}

/**
 * @param isSimulated - true if no provider is configured, so that every provider key is for the
 * simulator
 * @throws Error for settings that would send keys elsewhere
 */
export function requireSimulated(env: Env, isSimulated: boolean): void {
  const elsewhere = ["PROVIDER_TABLE", "PROVIDER_KEY_PREFIXES"].filter((name) => env[name]);
  if (isSimulated && elsewhere.length > 0)
    throw new Error(
      `${elsewhere.join(", ")}: set LLM_API_KEY too. Without it the provider is simulated for every key.`,
    );
}

const KNOWN: ReadonlySet<string> = new Set([
  ...PROVIDER_SETTINGS,
  ...Object.values(PASSED_SETTINGS).flat(),
]);
const OWN_WORDS = new Set(
  [...KNOWN, "BRIDGE_", "WORKER_", "SIGNER_", "NER_"]
    .map(firstWord)
    .filter((word) => !COMMON_WORDS.has(word)),
);

function problemOf(name: string): readonly string[] {
  if (KNOWN.has(name) || !name.includes("_") || !OWN_WORDS.has(firstWord(name))) return [];
  const similar = [...KNOWN].filter((known) => firstWord(known) === firstWord(name)).sort();
  const hint = similar.length === 0 ? "" : `; it takes ${similar.join(", ")}`;
  return [`${name} is no setting that npm start hands to a service${hint}. Unset it.`];
}

function firstWord(name: string): string {
  return name.split("_", 1)[0] ?? name;
}
