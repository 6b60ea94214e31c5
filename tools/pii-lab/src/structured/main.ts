import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { readCorpus } from "../eval/corpus/read-corpus.ts";
import { generateStructured } from "./generate.ts";
import { judge, precisionOf, recallOf } from "./judge.ts";

const FILE = fileURLToPath(new URL("../../corpora/structured.jsonl", import.meta.url));

await writeFile(FILE, `${generateStructured().join("\n")}\n`);
const engine = createEngine({ names: readBundledModels() });
for (const [type, score] of judge(await readCorpus(FILE), engine)) {
  const [recall, precision] = [recallOf(score).toFixed(3), precisionOf(score).toFixed(3)];
  process.stdout.write(`${type}: ${score.gold} gold, recall ${recall}, precision ${precision}\n`);
  for (const error of score.errors) process.stdout.write(`  ${error}\n`);
}
