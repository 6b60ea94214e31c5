import { type Env, EnvReader } from "@veil/config";
import { migrate } from "@veil/postgres-kit";
import { commandLog, MIGRATIONS, printLine } from "./command-input.ts";

/** Brings the database to the newest form, as its owner: the service's own role could not. */
export async function migrateCommand(env: Env): Promise<void> {
  const read = new EnvReader(env);
  const url = read.secret("OWNER_DATABASE_URL");
  read.done();
  const applied = await migrate({ url, folder: MIGRATIONS, log: commandLog() });
  for (const name of applied) printLine(`applied ${name}`);
  printLine(`${applied.length} migrations applied`);
}
