import { installPresidio, startPresidio } from "./lib/presidio.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error(
    "Usage: scripts/with-presidio COMMAND [ARGUMENTS] | scripts/with-presidio --install",
  );
  process.exit(2);
}
try {
  await installPresidio();
  if (program !== "--install") process.exitCode = await runWithPresidio();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function runWithPresidio() {
  const presidio = await startPresidio();
  try {
    return await run(program, args, { env: { VEIL_TEST_PRESIDIO_URL: presidio.url } });
  } finally {
    presidio.stop();
  }
}
