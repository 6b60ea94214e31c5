import { parseDemoArguments, USAGE } from "./demo/demo-arguments.ts";
import { startDemo } from "./demo/start-demo.ts";
import { onStopRequest } from "./process/on-stop-request.ts";

const print = (text: string) => void process.stdout.write(`${text}\n`);
const stopping = new AbortController();
onStopRequest(() => stopping.abort());

try {
  const args = parseDemoArguments(process.argv.slice(2));
  if (args === undefined) print(USAGE);
  else
    process.exitCode = await startDemo({ args, env: process.env, print, signal: stopping.signal });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}
