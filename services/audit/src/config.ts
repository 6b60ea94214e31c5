import { parseTrustBundle, VerificationError } from "@veil/crypto";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readServiceKeys, readServiceSettings } from "@veil/service-kit/http";
import { readBrokerUrl, readDatabaseUrl } from "@veil/service-kit/tls";
import { readTracing } from "@veil/tracing";
import { type NoteKey, parseVkey } from "@veil/veil/log";
import { logKeysOf } from "./checkpoints/log-keys.ts";
import { readTimeStamping } from "./time-stamps/read-time-stamping.ts";

export type TransportConfig =
  | { readonly kind: "http" }
  | { readonly kind: "rabbitmq"; readonly url: string; readonly prefetch: number };

const CA_FILE = "AUDIT_DATABASE_CA_FILE";

export type AuditConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8084, opsPort: 9084 }),
    keys: readServiceKeys(read, "audit"),
    logOrigin: readOrigin(read),
    witnesses: readWitnesses(read),
    tsa: readTimeStamping(read),
    egressProxyUrl: readEgressProxy(read),
    auditDays: readAuditDays(read),
    databaseUrl: readDatabaseUrl(read, "AUDIT_DATABASE_URL", CA_FILE),
    databaseConnections: read.integer("AUDIT_DATABASE_CONNECTIONS", 4, { min: 1, max: 100 }),
    transport: readTransport(read),
    tracing: readTracing(read),
  };
  read.done();
  return config;
}

/** Reads the owner's database URL for `migrate`. The serving process must not have this URL. */
export function readOwnerUrl(env: Env): string {
  return readUrl(env, "AUDIT_OWNER_DATABASE_URL");
}

/** Reads the settings of `prune`. */
export function readPruneConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    url: readDatabaseUrl(read, "AUDIT_OWNER_DATABASE_URL", CA_FILE),
    auditDays: readAuditDays(read),
    archiveFolder: read.optional("AUDIT_ARCHIVE_DIR"),
    logKeys: readLogKeys(read),
  };
  read.done();
  return config;
}

/** Reads the log's keys for `verify`. Returns no keys when no trust bundle is configured. */
export function readKnownLogKeys(env: Env): readonly NoteKey[] {
  const read = new EnvReader(env);
  const keys = read.optional("TRUST_FILE") === undefined ? [] : readLogKeys(read);
  read.done();
  return keys;
}

function readLogKeys(read: EnvReader): readonly NoteKey[] {
  const origin = readOrigin(read);
  return read.parsedFile("TRUST_FILE", (json) => logKeysOf(parseTrustBundle(json), origin)) ?? [];
}

/** Reads how many days events are kept. 0 keeps them forever. */
function readAuditDays(read: EnvReader): number {
  return read.integer("AUDIT_DAYS", 0, { max: 36_500 });
}

/** Reads the database URL for `verify`, which needs only the runtime role. */
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

/**
 * Reads the log's origin, which may have only the characters that are allowed in a signature line.
 */
function readOrigin(read: EnvReader): string {
  const origin = read.string("LOG_ORIGIN", "veil-gateway/audit");
  if (!/^[!-*,-~]{1,200}$/.test(origin))
    read.problem("LOG_ORIGIN must be 1 to 200 visible ASCII characters without +");
  return origin;
}

function readEgressProxy(read: EnvReader): string | undefined {
  if (read.optional("EGRESS_PROXY_URL") === undefined) return undefined;
  return read.url("EGRESS_PROXY_URL", ["http:", "https:"]);
}

/** Parses comma-separated entries of the form `URL VKEY`. */
function readWitnesses(
  read: EnvReader,
): readonly { readonly url: string; readonly key: NoteKey }[] {
  const witnesses = read.list("WITNESSES").flatMap((entry) => {
    const [url = "", vkey = "", ...rest] = entry.split(/\s+/);
    const isUrl = rest.length === 0 && URL.canParse(url) && /^https?:/.test(url);
    const key = isUrl ? readWitnessKey(vkey) : undefined;
    return key === undefined ? [] : [{ url, key }];
  });
  const names = new Set(witnesses.map(({ key }) => key.name));
  if (names.size !== read.list("WITNESSES").length)
    read.problem("WITNESSES must be a list of URL VKEY, with a key for cosignatures each");
  return witnesses;
}

function readWitnessKey(vkey: string): NoteKey | undefined {
  try {
    const key = parseVkey(vkey);
    return key.type === "cosignature/v1" ? key : undefined;
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
