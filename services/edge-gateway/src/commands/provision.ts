import { ApiError } from "@veil/contracts/errors";
import { parseTrustBundle, systemRandomBytes } from "@veil/crypto";
import { createPool } from "@veil/postgres-kit";
import { ConfigurationError, type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE, readAccountSecrets } from "../config.ts";
import { createPostgresAccounts } from "../modules/accounts/customers/postgres-accounts.ts";
import { boxProviderKey } from "../modules/accounts/customers/provider-key.ts";
import { createAccountSecrets } from "../modules/accounts/keys/account-secrets.ts";
import { createPostgresApiKeys } from "../modules/accounts/keys/postgres-api-keys.ts";
import { type Provisioned, provision } from "../modules/accounts/registration/provisioner.ts";
import { readProviders } from "../sdk-config.ts";
import { commandLog, printLine } from "./command-input.ts";
import {
  PROVISION_USAGE,
  type ProvisionArguments,
  readProvisionArguments,
} from "./provision-arguments.ts";

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

/** The trust bundle is needed only to seal a provider key to the worker. */
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
