import { parseArgs } from "node:util";
import { ApiError } from "@veil/contracts/errors";
import { checked } from "@veil/contracts/parsing";
import { type KeyEntityPolicy, KeyEntityPolicyRequest } from "@veil/contracts/public/entity-policy";
import { systemRandomBytes } from "@veil/crypto";
import { createPool } from "@veil/postgres-kit";
import { ConfigurationError, type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE, readAccountSecrets } from "../config.ts";
import { auditScope, establishedSubject } from "../modules/accounts/customers/audit-subject.ts";
import {
  type AccountSecrets,
  createAccountSecrets,
} from "../modules/accounts/keys/account-secrets.ts";
import { createPostgresApiKeys } from "../modules/accounts/keys/postgres-api-keys.ts";
import type { ApiKeys } from "../modules/accounts/ports.ts";
import { policyEvent } from "../modules/entities/domain/change-events.ts";
import { policyOfKey } from "../modules/entities/domain/entity-policy.ts";
import { commandLog, parsed, printLine, readTextFile } from "./command-input.ts";

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

const ENTITY_POLICY_USAGE = `Usage: entity-policy --key-id ID --file POLICY.json | --clear | --show
What is replaced in requests with one key, and how far a request may loosen it. Replicas follow within five seconds.

  --key-id ID          the 8 characters after svc_ or gw_live_ in the key
  --file POLICY.json   {"types": {"ORGANIZATION": true}, "thresholds": {"PERSON": 0.5},
                        "may_keep": ["LOCATION"], "may_allow": false}, every member optional
  --clear              back to the default, which no request may loosen
  --show               print what is set, and change nothing
  --help`;

interface EntityPolicyArguments {
  readonly keyId: string;
  readonly action:
    | { readonly kind: "set"; readonly policy: KeyEntityPolicy }
    | { readonly kind: "clear" }
    | { readonly kind: "show" };
}

const OPTIONS = {
  "key-id": { type: "string" },
  file: { type: "string" },
  clear: { type: "boolean", default: false },
  show: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const parsePolicy = checked(KeyEntityPolicyRequest);

/**
 * Reads the arguments of the command.
 * @returns undefined if help was requested
 * @throws ConfigurationError, whose message contains no values
 */
function readEntityPolicyArguments(argv: readonly string[]): EntityPolicyArguments | undefined {
  const { values } = parsed(ENTITY_POLICY_USAGE, () =>
    parseArgs({ args: [...argv], options: OPTIONS }),
  );
  if (values.help) return undefined;
  const { "key-id": keyId = "", file, clear, show } = values;
  if (!/^[0-9A-Za-z]{8}$/.test(keyId))
    throw new ConfigurationError("--key-id must be the 8 characters after svc_ or gw_live_");
  if ([file !== undefined, clear, show].filter(Boolean).length !== 1)
    throw new ConfigurationError("Use exactly one of --file, --clear and --show");
  if (file !== undefined) return { keyId, action: { kind: "set", policy: readPolicy(file) } };
  return { keyId, action: { kind: clear ? "clear" : "show" } };
}

function readPolicy(file: string): KeyEntityPolicy {
  const text = readTextFile("--file", file);
  try {
    return policyOfKey(parsePolicy(JSON.parse(text)));
  } catch (error) {
    const why = error instanceof ApiError ? error.message : "it is not valid JSON";
    throw new ConfigurationError(`--file is not a valid policy: ${why}`);
  }
}
