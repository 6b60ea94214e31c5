import { CHAOS_USAGE, parseChaosArguments } from "./arguments.ts";
import { runChaos } from "./run-chaos.ts";

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
process.on("disconnect", () => stopping.abort());

try {
  const args = parseChaosArguments(process.argv.slice(2));
  if (args === "help") process.stdout.write(`${CHAOS_USAGE}\n`);
  else {
    const onProgress = (line: string) => void process.stderr.write(`${line}\n`);
    const { table, discrepancies } = await runChaos(args, {
      ...{ env: process.env, onProgress, signal: stopping.signal },
    });
    process.stdout.write(`${table.join("\n")}\n`);
    process.exit(stopping.signal.aborted ? 130 : Math.min(discrepancies, 1));
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
