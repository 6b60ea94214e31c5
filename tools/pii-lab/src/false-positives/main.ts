import { createEngine, type PiiEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { print } from "../run-command.ts";
import { findFalsePositives, rateOf } from "./false-positives.ts";
import { judgePrompts } from "./prompts/judge-prompts.ts";
import { listPrompts } from "./prompts/list-prompts.ts";
import { type PromptFile, readPrompts } from "./prompts/read-prompts.ts";

const USAGE = `Usage: npm run pii:false-positives [-- ordinary | ordinary-2]
Lists what the default policy replaces in texts without personal data: of each kind of text, or in the
prompts of corpora/ordinary-prompts.jsonl or ordinary-prompts-2.jsonl, where a PERSON is right if it overlaps a name of a public person.`;

async function ofKinds(engine: PiiEngine): Promise<void> {
  const kinds = await findFalsePositives(engine);
  for (const one of kinds) {
    print(`${one.kind}: ${one.tokens} tokens, ${rateOf([one]).toFixed(2)} per 1000`);
    for (const { type, confidence, excerpt } of one.falsePositives)
      print(`  ${type} ${confidence.toFixed(2)}: ${excerpt}`);
  }
  const tokens = kinds.reduce((sum, kind) => sum + kind.tokens, 0);
  print(`all: ${tokens} tokens, ${rateOf(kinds).toFixed(2)} per 1000`);
}

function ofPrompts(file: PromptFile) {
  return async (engine: PiiEngine): Promise<void> => {
    for (const line of listPrompts(judgePrompts(engine, await readPrompts(file)))) print(line);
  };
}

const COMMANDS = new Map([
  ["", ofKinds],
  ["ordinary", ofPrompts("ordinary-prompts.jsonl")],
  ["ordinary-2", ofPrompts("ordinary-prompts-2.jsonl")],
]);

const [name = "", ...others] = process.argv.slice(2);
const command = others.length === 0 ? COMMANDS.get(name) : undefined;
if (command === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  await command(createEngine({ names: readBundledModels() }));
}
