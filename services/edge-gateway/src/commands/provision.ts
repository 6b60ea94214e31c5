import { parseArgs } from "node:util";
import { ApiError } from "@veil/contracts/errors";
import type { Tier } from "@veil/contracts/public/registration";
import { parseTrustBundle, systemRandomBytes } from "@veil/crypto";
import { createPool } from "@veil/postgres-kit";
import { ConfigurationError, type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE, readAccountSecrets } from "../config.ts";
import { createPostgresAccounts } from "../modules/accounts/customers/postgres-accounts.ts";
import { boxProviderKey } from "../modules/accounts/customers/provider-key.ts";
import { createAccountSecrets } from "../modules/accounts/keys/account-secrets.ts";
import type { KeyFamily } from "../modules/accounts/keys/api-key.ts";
import { createPostgresApiKeys } from "../modules/accounts/keys/postgres-api-keys.ts";
import { normalizedEmail } from "../modules/accounts/registration/email-address.ts";
import { type Provisioned, provision } from "../modules/accounts/registration/provisioner.ts";
import { readProviders } from "../sdk-config.ts";
import { commandLog, parsed, printLine, readDate, readTextFile } from "./command-input.ts";

export async function provisionCommand(env: Env, argv: readonly string[]): Promise<void> {
  const args = readProvisionArguments(argv);
  if (args === undefined) return printLine(PROVISION_USAGE);
  const read = new EnvReader(env);
  const url = readDatabaseUrl(read, "DATABASE_URL", DATABASE_CA_FILE);
  const secrets = readAccountSecrets(read);
  const boxKey = readBoxing(read, args);
  read.done();
  const database = createPool({
    url,
    max: 1,
    log: commandLog(),
    applicationName: "edge-gateway-provision",
  });
  try {
    const provisioned = await provision(
      { ...args, providerKey: boxKey() },
      {
        accounts: createPostgresAccounts(database),
        apiKeys: createPostgresApiKeys(database),
        secrets: createAccountSecrets(secrets),
        random: systemRandomBytes,
        nowMs: Date.now,
      },
    );
    report(args, provisioned);
  } finally {
    await database.close();
  }
}

/**
 * Returns a function that seals the provider key. The trust bundle is read only if there is a
 * provider key, because it is needed only to seal it for the worker.
 */
function readBoxing(read: EnvReader, { providerKey }: ProvisionArguments) {
  if (providerKey === undefined) return () => undefined;
  const bundle = read.file("TRUST_FILE");
  const { providerKeyPrefixes: prefixes } = readProviders(read);
  return () => {
    try {
      const trust = parseTrustBundle(bundle);
      return boxProviderKey(providerKey, { prefixes, trust, random: systemRandomBytes });
    } catch (error) {
      if (error instanceof ApiError) throw new ConfigurationError(error.message);
      throw error;
    }
  };
}

function report(args: ProvisionArguments, provisioned: Provisioned): void {
  const { created, customerId, keyId, apiKey } = provisioned;
  const { tier, json } = args;
  const facts = { customer_id: customerId, tier, key_id: keyId, api_key: apiKey, created };
  if (json) {
    printLine(JSON.stringify(facts));
    return;
  }
  printLine(`customer ${customerId} (${created ? "new" : "known"}), tier ${tier}`);
  printLine(`key ${keyId}, shown once: ${apiKey}`);
}

const PROVISION_USAGE = `Usage: provision --email ADDRESS --tier free|pro|enterprise [options]
Creates the customer, or brings a known one to this state, and issues a key, which is printed once.

  --company NAME              kept sealed
  --managed-ai true|false     whose provider key is used; default: the operator's unless one is given
  --provider-key-file FILE    the customer's own provider key; replaces a stored one
  --family svc|gw_live        family of the issued key; default svc
  --developer                 a gw_live key for SDK endpoints only, counted apart
  --license-expires DATE      such as 2027-01-31, in UTC
  --json                      print one JSON object
  --help`;

interface ProvisionArguments {
  readonly email: string;
  readonly tier: Tier;
  readonly company: string | undefined;
  readonly managedAi: boolean | undefined;
  readonly providerKey: string | undefined;
  readonly family: KeyFamily;
  readonly developer: boolean;
  readonly licenseExpiresAt: Date | undefined;
  readonly json: boolean;
}

const OPTIONS = {
  email: { type: "string" },
  tier: { type: "string" },
  company: { type: "string" },
  "managed-ai": { type: "string" },
  "provider-key-file": { type: "string" },
  family: { type: "string" },
  developer: { type: "boolean", default: false },
  "license-expires": { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

/**
 * Reads the arguments of the command.
 * @returns undefined if help was requested
 * @throws ConfigurationError, whose message contains no values
 */
function readProvisionArguments(argv: readonly string[]): ProvisionArguments | undefined {
  const { values } = parsed(PROVISION_USAGE, () =>
    parseArgs({ args: [...argv], options: OPTIONS }),
  );
  if (values.help) return undefined;
  const email = normalizedEmail(values.email ?? "");
  if (email === undefined) throw new ConfigurationError("--email must be an ASCII email address");
  const keyFile = values["provider-key-file"];
  const expires = values["license-expires"];
  const given = {
    email,
    tier: oneOf("--tier", ["free", "pro", "enterprise"], values.tier),
    company: values.company,
    managedAi: optionalBoolean("--managed-ai", values["managed-ai"]),
    providerKey: keyFile && readTextFile("--provider-key-file", keyFile),
    family: oneOf("--family", ["svc", "gw_live"], values.family ?? "svc"),
    developer: values.developer,
    licenseExpiresAt: expires === undefined ? undefined : readLicenseEnd(expires),
    json: values.json,
  };
  if (given.developer && given.family !== "gw_live")
    throw new ConfigurationError("--developer requires --family gw_live");
  if (given.managedAi === true && given.providerKey !== undefined)
    throw new ConfigurationError("--managed-ai true cannot be combined with --provider-key-file");
  return given;
}

/** Reads a date in the form that the administration endpoints accept. */
function readLicenseEnd(text: string): Date {
  const end = readDate("--license-expires", text);
  if (text.startsWith("20")) return end;
  throw new ConfigurationError("--license-expires must be in the years 2000 to 2099");
}

function oneOf<const T extends string>(
  option: string,
  allowed: readonly T[],
  text: string | undefined,
): T {
  const value = allowed.find((candidate) => candidate === text);
  if (value === undefined)
    throw new ConfigurationError(`${option} must be one of ${allowed.join(", ")}`);
  return value;
}

function optionalBoolean(option: string, text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : oneOf(option, ["true", "false"], text) === "true";
}
