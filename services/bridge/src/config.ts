import { type Env, EnvReader } from "@veil/config";

export type BridgeConfig = ReturnType<typeof readConfig>;

/** @throws ConfigurationError naming every bad setting. */
export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    host: read.string("HOST", "127.0.0.1"),
    port: read.integer("PORT", 8081, { max: 65_535 }),
    opsPort: read.integer("OPS_PORT", 9081, { max: 65_535 }),
    logLevel: read.string("LOG_LEVEL", "info"),
    shutdownGraceMs: read.integer("SHUTDOWN_GRACE_MS", 4_000),
    serviceKeys: read.file("KEY_FILE"),
    trustBundle: read.file("TRUST_FILE"),
    keyRingFile: read.string("BRIDGE_KEY_RING_FILE"),
  };
  read.done();
  return config;
}
