import { pgbouncerProgram } from "./lib/pgbouncer/program.mjs";
import { startPgbouncer } from "./lib/pgbouncer/start.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
const server = process.env.VEIL_TEST_POSTGRES_URL;
if (program === undefined || server === undefined) {
  console.error("Usage: scripts/with-infra scripts/with-pgbouncer COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const pooler = await startPgbouncer(await pgbouncerProgram(), new URL(server));
  try {
    process.exitCode = await run(program, args, { env: { VEIL_TEST_POOLER_URL: pooler.url } });
  } finally {
    await pooler.stop();
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
