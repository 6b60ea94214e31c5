import { type Env, EnvReader } from "@veil/config";
import { readServiceKeys, readServiceSettings } from "@veil/http-kit";

export type SignerConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8085, opsPort: 9085 }),
    keys: readServiceKeys(read, "veil-signer"),
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

/** ASCII, so that every canonicalizer gives the same bytes. */
function readIssuer(read: EnvReader): string {
  const issuer = read.string("MANIFEST_ISSUER", "veil-gateway");
  if (!/^[!-~]{1,200}$/.test(issuer))
    read.problem("MANIFEST_ISSUER must be 1 to 200 visible ASCII characters");
  return issuer;
}
