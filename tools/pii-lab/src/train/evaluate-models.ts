import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "@veil/contracts/sanitiser";
import { createEngine } from "@veil/pii";
import { type NameModels, readBundledModels, readModelFile } from "@veil/pii/models";
import { type EvalDeps, runEval } from "../eval/run-eval.ts";

const SETS: Readonly<Record<Language, readonly string[]>> = {
  en: ["presidio_split_en.dev", "uner_ewt_en.dev", "wnut17_en.dev", "pupa_split_en.dev"],
  de: ["germeval14_de.dev", "grascco_phi_de.split_dev", "smartdata_de.dev"],
};

export async function evaluateModels(
  languages: readonly Language[],
  folder: string,
  dataFolder: string,
  deps: Omit<EvalDeps, "engine">,
): Promise<void> {
  const files = languages
    .flatMap((language) => SETS[language])
    .map((name) => join(dataFolder, "dev", `${name}.jsonl`))
    .filter((file) => existsSync(file));
  await runEval(
    {
      kind: "evaluate",
      files,
      policy: "default",
      json: false,
      predictions: undefined,
      misses: 0,
      seed: 1,
    },
    { engine: createEngine({ names: modelsIn(folder, languages) }), ...deps },
  );
}

/** Returns the trained models in `folder`, and the bundled models of the other languages. */
function modelsIn(folder: string, languages: readonly Language[]): NameModels {
  const trained = languages.map((language) => [
    language,
    readModelFile(join(folder, `${language}.ner`)),
  ]);
  return { ...readBundledModels(), ...Object.fromEntries(trained) };
}
