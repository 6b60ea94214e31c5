import { type Env, EnvReader } from "@veil/config";
import { loadServiceKeys, parseTrustBundle } from "@veil/crypto";
import { readServiceTls } from "@veil/tls";

/** @throws ConfigurationError naming every bad setting. */
export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    host: read.string("HOST", "127.0.0.1"),
    port: read.integer("PORT", 8085, { max: 65_535 }),
    opsPort: read.integer("OPS_PORT", 9085, { max: 65_535 }),
    logLevel: read.string("LOG_LEVEL", "info"),
    shutdownGraceMs: read.integer("SHUTDOWN_GRACE_MS", 4_000),
    tls: readServiceTls(read),
    keys: read.parsedFile("KEY_FILE", (json) => loadServiceKeys(json, "veil-signer")),
    trust: read.parsedFile("TRUST_FILE", parseTrustBundle),
    manifestFile: read.string("MANIFEST_FILE"),
    manifestIssuer: readIssuer(read),
  };
  if (read.optional("NODE_ENV") === "production")
    read.problem(
      "NODE_ENV=production requires the witness-signed manifest, and this service makes the development form only",
    );
  read.done();
  return config;
}

/** Signed documents are ASCII, so that every canonicaliser agrees on their bytes. */
function readIssuer(read: EnvReader): string {
  const issuer = read.string("MANIFEST_ISSUER", "veil-gateway");
  if (!/^[!-~]{1,200}$/.test(issuer))
    read.problem("MANIFEST_ISSUER must be 1 to 200 visible ASCII characters");
  return issuer;
}
