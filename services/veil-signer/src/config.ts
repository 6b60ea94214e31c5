import { VerificationError } from "@veil/crypto";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readServiceKeys, readServiceSettings } from "@veil/service-kit/http";
import { type ManifestKey, type ManifestPins, readPin } from "@veil/veil";

export type SignerConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8085, opsPort: 9085 }),
    keys: readServiceKeys(read, "veil-signer"),
    manifestFile: read.string("MANIFEST_FILE"),
    manifestIssuer: readIssuer(read),
    environment: readEnvironment(read),
    /**
     * The public keys of the ceremony; undefined when this service signs a development manifest.
     */
    manifestPins: readPins(read),
  };
  read.done();
  return config;
}

function readEnvironment(read: EnvReader): "production" | "development" {
  return read.optional("NODE_ENV") === "production" ? "production" : "development";
}

/** Reads the issuer, which must be ASCII so that every canonicalizer produces the same bytes. */
function readIssuer(read: EnvReader): string {
  const issuer = read.string("MANIFEST_ISSUER", "veil-gateway");
  if (!/^[!-~]{1,200}$/.test(issuer))
    read.problem("MANIFEST_ISSUER must be 1 to 200 visible ASCII characters");
  return issuer;
}

/**
 * Reads the pinned public keys. In production they are required, because only the manifest of a
 * ceremony is allowed.
 */
function readPins(read: EnvReader): ManifestPins | undefined {
  const gateway = readPinned(read, "MANIFEST_GATEWAY_KEY");
  const witness = readPinned(read, "MANIFEST_WITNESS_KEY");
  if (gateway !== undefined && witness !== undefined) return { gateway, witness };
  if (gateway !== undefined || witness !== undefined)
    read.problem("MANIFEST_GATEWAY_KEY and MANIFEST_WITNESS_KEY are set together");
  else if (read.optional("NODE_ENV") === "production")
    read.problem(
      "NODE_ENV=production requires the witness-signed manifest: MANIFEST_GATEWAY_KEY and MANIFEST_WITNESS_KEY, " +
        "the public keys of the ceremony that wrote MANIFEST_FILE (veil ceremony)",
    );
  return undefined;
}

function readPinned(read: EnvReader, name: string): ManifestKey | undefined {
  const text = read.optional(name);
  if (text === undefined) return undefined;
  try {
    return readPin(text);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    read.problem(`${name}: ${error.message}`);
    return undefined;
  }
}
