import { problemOf, runWitness } from "./commands.ts";

try {
  await runWitness(process.argv.slice(2), (text) => void process.stdout.write(text));
} catch (error) {
  process.stderr.write(`veil-witness: ${problemOf(error)}\n`);
  process.exitCode = 2;
}
