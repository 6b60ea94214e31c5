import type { EnvReader } from "../config/index.ts";
import type { TlsFiles } from "./tls-files.ts";

export interface ServiceTlsSettings {
  readonly files: Required<TlsFiles>;
  readonly trustDomain: string;
  readonly reloadMs: number;
}

const NAMES = ["TLS_CERT_FILE", "TLS_KEY_FILE", "TLS_CA_FILE"] as const;
/** The grammar of a trust domain (SPIFFE-ID, section 2.1). */
const TRUST_DOMAIN = /^[a-z0-9._-]{1,255}$/;

/**
 * Reads the certificate files of a service. Either all or none must be set. Undefined means plain
 * HTTP between the services. In production, that is a problem unless `SERVICE_TLS=mesh` states that
 * a service mesh encrypts.
 */
export function readServiceTls(read: EnvReader): ServiceTlsSettings | undefined {
  const [certFile, keyFile, caFile] = NAMES.map((name) => read.optional(name));
  const trustDomain = read.string("TLS_TRUST_DOMAIN", "veil-gateway");
  if (!TRUST_DOMAIN.test(trustDomain))
    read.problem("TLS_TRUST_DOMAIN must be lower-case letters, digits, dots, dashes, underscores");
  const reloadMs = readReloadMs(read);
  const mesh = isMesh(read);
  if (certFile !== undefined && keyFile !== undefined && caFile !== undefined) {
    if (mesh) read.problem("SERVICE_TLS=mesh and TLS_CERT_FILE cannot both be set");
    return { files: { certFile, keyFile, caFile }, trustDomain, reloadMs };
  }
  const some = certFile !== undefined || keyFile !== undefined || caFile !== undefined;
  if (some) read.problem(`${NAMES.join(", ")} must be set together`);
  else requireEncryption(read, `${NAMES.join(", ")} are required`);
  return undefined;
}

export function serviceProtocol(tls: ServiceTlsSettings | undefined): "https:" | "http:" {
  return tls === undefined ? "http:" : "https:";
}

export interface PublicTlsSettings {
  readonly files: { readonly certFile: string; readonly keyFile: string };
  readonly reloadMs: number;
}

/**
 * Reads the certificate files of the public port. Undefined means that a proxy in front terminates
 * TLS.
 */
export function readPublicTls(read: EnvReader): PublicTlsSettings | undefined {
  const certFile = read.optional("PUBLIC_TLS_CERT_FILE");
  const keyFile = read.optional("PUBLIC_TLS_KEY_FILE");
  if (certFile !== undefined && keyFile !== undefined)
    return { files: { certFile, keyFile }, reloadMs: readReloadMs(read) };
  if (certFile !== undefined || keyFile !== undefined)
    read.problem("PUBLIC_TLS_CERT_FILE and PUBLIC_TLS_KEY_FILE must be set together");
  return undefined;
}

/**
 * Reads the TLS files for a connection to a server. Returns undefined when the URL's protocol is
 * unencrypted, which is a problem in production.
 * @param protocols - the unencrypted and the encrypted protocol, e.g. `redis:` and `rediss:`
 */
export function readServerTls(
  read: EnvReader,
  name: string,
  url: string,
  [plain, encrypted]: readonly [string, string],
): TlsFiles | undefined {
  const caFile = readableFile(read, `${name}_CA_FILE`);
  const presents = read.boolean(`${name}_CLIENT_CERTIFICATE`, false);
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
  if (protocol === plain) {
    if (caFile !== undefined || presents)
      read.problem(
        `${name}_CA_FILE and ${name}_CLIENT_CERTIFICATE need ${encrypted} in ${name}_URL`,
      );
    requireEncryption(read, `${encrypted} is required in ${name}_URL`);
    return undefined;
  }
  // EnvReader has already reported an empty URL as a problem.
  if (url !== "" && protocol !== encrypted)
    read.problem(`${name}_URL must be a URL that starts with ${plain} or ${encrypted}`);
  return {
    ...(caFile !== undefined && { caFile }),
    ...(presents && ownCertificate(read, name)),
  };
}

/**
 * Reads the broker's URL, and adds the files of `readServerTls` to it as RabbitMQ's own parameters.
 */
export function readBrokerUrl(read: EnvReader): string {
  const raw = read.secret("RABBITMQ_URL");
  const files = readServerTls(read, "RABBITMQ", raw, ["amqp:", "amqps:"]);
  if (files === undefined || !URL.canParse(raw)) return raw;
  const url = new URL(raw);
  if (files.caFile !== undefined) url.searchParams.set("cacertfile", files.caFile);
  if (files.certFile !== undefined) url.searchParams.set("certfile", files.certFile);
  if (files.keyFile !== undefined) url.searchParams.set("keyfile", files.keyFile);
  return url.href;
}

/**
 * Reads a database's URL. The connection is encrypted if the URL contains `sslmode=verify-full`, or
 * if the setting `caFileName` names a file with the server's authority. Anything else is a problem
 * in production.
 * @returns a URL whose libpq parameters (`sslmode`, `sslrootcert`) define how to connect
 */
export function readDatabaseUrl(read: EnvReader, name: string, caFileName: string): string {
  const raw = read.secret(name);
  const caFile = readableFile(read, caFileName);
  // EnvReader has already reported an empty URL as a problem.
  if (raw === "") return raw;
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
    read.problem(`${name} must be a URL that starts with postgres:`);
    return raw;
  }
  const mode = url.searchParams.get("sslmode");
  if (caFile === undefined) {
    if (mode !== "verify-full")
      requireEncryption(read, `${caFileName}, or sslmode=verify-full in ${name}, is required`);
    return raw;
  }
  if (mode !== null && mode !== "verify-full")
    read.problem(`${name} must contain sslmode=verify-full when ${caFileName} is set`);
  url.searchParams.set("sslmode", "verify-full");
  url.searchParams.set("sslrootcert", caFile);
  return url.href;
}

function ownCertificate(read: EnvReader, name: string): TlsFiles {
  const certFile = read.optional("TLS_CERT_FILE");
  const keyFile = read.optional("TLS_KEY_FILE");
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  read.problem(`${name}_CLIENT_CERTIFICATE needs TLS_CERT_FILE and TLS_KEY_FILE`);
  return {};
}

function readableFile(read: EnvReader, name: string): string | undefined {
  const file = read.optional(name);
  if (file !== undefined) read.file(name);
  return file;
}

function readReloadMs(read: EnvReader): number {
  return read.integer("TLS_RELOAD_MS", 5_000, { min: 50, max: 600_000 });
}

function isMesh(read: EnvReader): boolean {
  const value = read.optional("SERVICE_TLS");
  if (value !== undefined && value !== "mesh") read.problem("SERVICE_TLS must be mesh, or not set");
  return value === "mesh";
}

function requireEncryption(read: EnvReader, problem: string): void {
  if (read.optional("NODE_ENV") === "production" && read.optional("SERVICE_TLS") !== "mesh")
    read.problem(`${problem} with NODE_ENV=production, unless SERVICE_TLS=mesh`);
}
