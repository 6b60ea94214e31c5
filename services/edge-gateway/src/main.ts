import { ConfigurationError } from "@veil/service-kit/config";
import { runMain } from "@veil/service-kit/telemetry";
import { entityPolicyCommand } from "./commands/entity-policy.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { provisionCommand } from "./commands/provision.ts";
import { resealCommand } from "./commands/reseal.ts";
import { serveCommand } from "./commands/serve.ts";
import { sweepCommand } from "./commands/sweep.ts";

const COMMANDS = new Map([
  ["serve", serveCommand],
  ["migrate", migrateCommand],
  ["provision", provisionCommand],
  ["entity-policy", entityPolicyCommand],
  ["sweep", sweepCommand],
  ["reseal", resealCommand],
]);

await runMain("edge-gateway", async () => {
  const [name = "serve", ...args] = process.argv.slice(2);
  const command = COMMANDS.get(name);
  if (command === undefined)
    throw new ConfigurationError(`Unknown command; use one of ${[...COMMANDS.keys()].join(", ")}`);
  await command(process.env, args);
});
