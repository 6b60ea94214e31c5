import { ConfigurationError, type Env } from "@veil/service-kit/config";
import { runMigrate } from "./migrate.ts";
import { runPrune } from "./prune.ts";
import { runServe } from "./serve.ts";
import { runVerify } from "./verify.ts";

const COMMANDS: ReadonlyMap<string, (env: Env, args: readonly string[]) => Promise<void>> = new Map(
  [
    ["serve", runServe],
    ["migrate", runMigrate],
    ["prune", runPrune],
    ["verify", runVerify],
  ],
);

export async function runCommand(
  name: string,
  env: Env,
  args: readonly string[] = [],
): Promise<void> {
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new ConfigurationError(`The command must be one of ${[...COMMANDS.keys()].join(", ")}`);
  await command(env, args);
}
