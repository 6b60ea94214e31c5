import type { KeyEntityPolicy } from "@veil/contracts/public/entity-policy";
import { systemRandomBytes } from "@veil/crypto";
import { createPool } from "@veil/postgres-kit";
import { ConfigurationError, type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE, readAccountSecrets } from "../config.ts";
import { auditScope } from "../modules/accounts/customers/audit-scope.ts";
import { establishedSubject } from "../modules/accounts/customers/audit-subject.ts";
import {
  type AccountSecrets,
  createAccountSecrets,
} from "../modules/accounts/keys/account-secrets.ts";
import { createPostgresApiKeys } from "../modules/accounts/keys/postgres-api-keys.ts";
import type { ApiKeys } from "../modules/accounts/ports.ts";
import { policyEvent } from "../modules/entities/domain/change-events.ts";
import { commandLog, printLine } from "./command-input.ts";
import {
  ENTITY_POLICY_USAGE,
  type EntityPolicyArguments,
  readEntityPolicyArguments,
} from "./entity-policy-arguments.ts";

export async function entityPolicyCommand(env: Env, argv: readonly string[]): Promise<void> {
  const args = readEntityPolicyArguments(argv);
  if (args === undefined) return printLine(ENTITY_POLICY_USAGE);
  const read = new EnvReader(env);
  const url = readDatabaseUrl(read, "DATABASE_URL", DATABASE_CA_FILE);
  const secrets = readAccountSecrets(read);
  read.done();
  const database = createPool({
    url,
    max: 1,
    log: commandLog(),
    applicationName: "edge-gateway-entity-policy",
  });
  try {
    const deps = { apiKeys: createPostgresApiKeys(database), now: new Date() };
    printLine(await perform({ ...deps, secrets: createAccountSecrets(secrets) }, args));
  } finally {
    await database.close();
  }
}

interface PolicyDeps {
  readonly apiKeys: ApiKeys;
  readonly secrets: AccountSecrets;
  readonly now: Date;
}

async function perform(
  { apiKeys, secrets, now }: PolicyDeps,
  { keyId, action }: EntityPolicyArguments,
): Promise<string> {
  const key = await apiKeys.find(keyId);
  if (key === undefined) throw new ConfigurationError("The key does not exist or is revoked");
  const set = async (policy?: KeyEntityPolicy) => {
    const subject = await establishedSubject(key, { apiKeys, secrets, random: systemRandomBytes });
    if (subject === undefined) throw new ConfigurationError("The key's customer does not exist");
    const owner = { customerId: key.customerId, scope: auditScope(key, secrets), subject };
    const event = policyEvent(keyId, policy, { ...owner, now, changedBy: "command" });
    await apiKeys.setEntityPolicy(keyId, policy, event);
  };
  switch (action.kind) {
    case "show":
      return JSON.stringify(key.entityPolicy ?? {}, undefined, 2);
    case "clear":
      await set();
      return `key ${keyId}: no policy`;
    case "set":
      await set(action.policy);
      return `key ${keyId}: policy set`;
  }
}
