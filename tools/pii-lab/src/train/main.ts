import { fileURLToPath } from "node:url";
import { print, runCommand, writeNote } from "../run-command.ts";
import { parseTrainArguments, USAGE } from "./arguments.ts";
import { dataProblem } from "./corpora/data-folder.ts";
import { evaluateModels } from "./evaluate-models.ts";
import { runTraining } from "./run-training.ts";

const ROOT = new URL("../../../../", import.meta.url);
const MODELS = fileURLToPath(new URL("packages/pii/models", ROOT));

await runCommand(async (signal) => {
  const args = parseTrainArguments(process.argv.slice(2));
  if (args.kind === "help") return print(USAGE);
  const dataFolder = process.env["VEIL_DATA"] ?? fileURLToPath(new URL("../shared/data", ROOT));
  const problem = dataProblem(dataFolder);
  if (problem !== undefined) throw new Error(problem);
  const { languages, seed, out = MODELS } = args;
  const deps = { nowMs: () => performance.now(), signal };
  const note = (line: string) => writeNote(`${line}\n`);
  await runTraining({ languages, seed, dataFolder, out }, { ...deps, note });
  if (args.evaluate)
    await evaluateModels(languages, out, dataFolder, { ...deps, print, note: writeNote });
});
