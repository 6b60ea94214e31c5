import { ConfigurationError, type Env, EnvReader } from "@veil/config";
import { createPool } from "@veil/postgres-kit";
import { createPostgresApiKeys } from "../adapters/postgres-api-keys.ts";
import type { ApiKeys } from "../ports/accounts.ts";
import { commandLog, printLine } from "./command-input.ts";
import {
  ENTITY_POLICY_USAGE,
  type EntityPolicyArguments,
  readEntityPolicyArguments,
} from "./entity-policy-arguments.ts";

/** Sets, clears or shows what a key's requests have replaced. */
export async function entityPolicyCommand(env: Env, argv: readonly string[]): Promise<void> {
  const args = readEntityPolicyArguments(argv);
  if (args === undefined) return printLine(ENTITY_POLICY_USAGE);
  const read = new EnvReader(env);
  const url = read.secret("DATABASE_URL");
  read.done();
  const database = createPool({
    url,
    max: 1,
    log: commandLog(),
    applicationName: "edge-gateway-entity-policy",
  });
  try {
    printLine(await perform(createPostgresApiKeys(database), args));
  } finally {
    await database.close();
  }
}

/** @returns what is to be printed. */
async function perform(
  apiKeys: ApiKeys,
  { keyId, action }: EntityPolicyArguments,
): Promise<string> {
  const key = await apiKeys.find(keyId);
  if (key === undefined) throw new ConfigurationError("There is no such key, or it is revoked");
  switch (action.kind) {
    case "show":
      return JSON.stringify(key.entityPolicy ?? {}, undefined, 2);
    case "clear":
      await apiKeys.setEntityPolicy(keyId, undefined);
      return `key ${keyId}: no policy`;
    case "set":
      await apiKeys.setEntityPolicy(keyId, action.policy);
      return `key ${keyId}: policy set`;
  }
}
