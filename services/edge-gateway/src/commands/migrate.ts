import { migrate } from "@veil/postgres-kit";
import { type Env, EnvReader } from "@veil/service-kit/config";
import { readDatabaseUrl } from "@veil/service-kit/tls";
import { DATABASE_CA_FILE } from "../config.ts";
import { MIGRATIONS } from "../platform/migrations-folder.ts";
import { commandLog, printLine } from "./command-input.ts";

export async function migrateCommand(env: Env): Promise<void> {
  const read = new EnvReader(env);
  const url = readDatabaseUrl(read, "OWNER_DATABASE_URL", DATABASE_CA_FILE);
  read.done();
  const applied = await migrate({ url, folder: MIGRATIONS, log: commandLog() });
  for (const name of applied) printLine(`applied ${name}`);
  printLine(`${applied.length} migrations applied`);
}
