import { type Env, EnvReader } from "@veil/config";
import { loadServiceKeys, parseTrustBundle } from "@veil/crypto";
import { readServiceTls } from "@veil/tls";

/** @throws ConfigurationError naming every bad setting. */
export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    host: read.string("HOST", "127.0.0.1"),
    port: read.integer("PORT", 8081, { max: 65_535 }),
    opsPort: read.integer("OPS_PORT", 9081, { max: 65_535 }),
    logLevel: read.string("LOG_LEVEL", "info"),
    shutdownGraceMs: read.integer("SHUTDOWN_GRACE_MS", 4_000),
    tls: readServiceTls(read),
    keys: read.parsedFile("KEY_FILE", (json) => loadServiceKeys(json, "bridge")),
    trust: read.parsedFile("TRUST_FILE", parseTrustBundle),
    keyRingFile: read.string("BRIDGE_KEY_RING_FILE"),
  };
  read.done();
  return config;
}
