import { loadServiceKeys, type ProbeName, parseTrustBundle } from "@veil/crypto";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readServiceTls } from "@veil/service-kit/tls";

export interface ExpectedTarget {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly expected: "blocked" | "open";
}

/**
 * Reads the settings. The API server, whose address Kubernetes gives every pod, is added to the
 * targets that must be blocked.
 * @throws ConfigurationError
 */
export function readConfig(env: Env, probe: ProbeName) {
  const read = new EnvReader(env);
  const config = {
    host: read.string("HOST", "127.0.0.1"),
    port: read.integer("PORT", probe === "bridge-probe" ? 8081 : 8083, { max: 65_535 }),
    logLevel: read.string("LOG_LEVEL", "info"),
    tls: readServiceTls(read),
    keys: read.parsedFile("KEY_FILE", (json) => loadServiceKeys(json, probe)),
    trust: read.parsedFile("TRUST_FILE", parseTrustBundle),
    targets: [
      ...readTargets(read, "PROBE_BLOCKED", "blocked"),
      ...readApiServer(read),
      ...readTargets(read, "PROBE_OPEN", "open"),
    ],
    connectTimeoutMs: read.integer("PROBE_CONNECT_TIMEOUT_MS", 3_000, { min: 100, max: 30_000 }),
    pauseMs: read.integer("PROBE_PAUSE_MS", 5_000),
    serveMs: read.integer("PROBE_SERVE_MS", 100_000, { min: 1_000 }),
  };
  if (!config.targets.some(({ expected }) => expected === "blocked"))
    read.problem("PROBE_BLOCKED must name the targets that the sandbox must not reach");
  read.done();
  return config;
}

const TARGET = /^([a-z0-9-]{1,64})=(\[[0-9a-f:.]+\]|[a-z0-9.-]{1,253}):(\d{1,5})$/;

function readTargets(read: EnvReader, name: string, expected: ExpectedTarget["expected"]) {
  return read.list(name).flatMap((text): readonly ExpectedTarget[] => {
    const [, target, host, digits] = TARGET.exec(text) ?? [];
    const port = Number(digits);
    if (target !== undefined && host !== undefined && port >= 1 && port <= 65_535)
      return [{ name: target, host: host.replace(/^\[|\]$/g, ""), port, expected }];
    read.problem(`${name} must be a list of name=host:port`);
    return [];
  });
}

function readApiServer(read: EnvReader): readonly ExpectedTarget[] {
  const host = read.optional("KUBERNETES_SERVICE_HOST");
  if (host === undefined) return [];
  const port = read.integer("KUBERNETES_SERVICE_PORT", 443, { min: 1, max: 65_535 });
  return [{ name: "api-server", host, port, expected: "blocked" }];
}
