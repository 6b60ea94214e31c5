import { createEngine } from "@veil/pii";
import { readBundledModels } from "@veil/pii/models";
import { print } from "../run-command.ts";
import {
  judgeLabels,
  type LabelScore,
  precisionOfLabels,
  recallOfLabels,
  sumOf,
} from "./judge-labels.ts";
import { readLabels } from "./read-labels.ts";

const scores = judgeLabels(await readLabels(), createEngine({ names: readBundledModels() }));

for (const { errors } of scores.values()) for (const error of errors) print(error);
for (const [kind, score] of scores) print(figures(kind, score));
print(figures("all", sumOf([...scores.values()])));

function figures(what: string, score: LabelScore): string {
  const [recall, precision] = [
    recallOfLabels(score).toFixed(3),
    precisionOfLabels(score).toFixed(3),
  ];
  return `${what}: ${score.gold} values, recall ${recall}, exact ${(score.exact / score.gold).toFixed(3)}, precision ${precision}`;
}
