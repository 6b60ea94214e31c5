import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { print, runCommand, writeNote } from "../run-command.ts";
import { parseEvalArguments, USAGE } from "./arguments.ts";
import { runEval } from "./run-eval.ts";

await runCommand(async (signal) => {
  const args = parseEvalArguments(process.argv.slice(2));
  if (args.kind === "help") return print(USAGE);
  await runEval(args, {
    engine: createEngine({ names: readBundledModels() }),
    nowMs: () => performance.now(),
    signal,
    print,
    note: writeNote,
  });
});
