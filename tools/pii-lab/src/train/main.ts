import { fileURLToPath } from "node:url";
import { parseTrainArguments, USAGE } from "./arguments.ts";
import { dataProblem } from "./corpora/data-folder.ts";
import { evaluateModels } from "./evaluate-models.ts";
import { runTraining } from "./run-training.ts";

const ROOT = new URL("../../../../", import.meta.url);
const MODELS = fileURLToPath(new URL("packages/pii/models", ROOT));
const print = (line: string) => void process.stdout.write(`${line}\n`);
const note = (text: string) => void process.stderr.write(text);
const stopping = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stopping.abort());
const deps = { nowMs: () => performance.now(), signal: stopping.signal };

try {
  const args = parseTrainArguments(process.argv.slice(2));
  if (args.kind === "help") print(USAGE);
  else {
    const dataFolder = process.env["VEIL_DATA"] ?? fileURLToPath(new URL("../shared/data", ROOT));
    const problem = dataProblem(dataFolder);
    if (problem !== undefined) throw new Error(problem);
    const { languages, seed, out = MODELS } = args;
    const say = (line: string) => note(`${line}\n`);
    await runTraining({ languages, seed, dataFolder, out }, { ...deps, note: say });
    if (args.evaluate) await evaluateModels(languages, out, dataFolder, { ...deps, print, note });
  }
} catch (error) {
  if (!stopping.signal.aborted) note(`${(error as Error).message}\n`);
  process.exitCode = stopping.signal.aborted ? 130 : 2;
}
