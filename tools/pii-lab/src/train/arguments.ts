import { parseArgs } from "node:util";
import type { Language } from "@veil/contracts/sanitiser";

export const USAGE = `Usage: npm run pii:train -- [options]
Trains the models that recognize names, from the annotated texts in $VEIL_DATA (default ../shared/data), and
measures them afterwards. Takes three to ten minutes on two cores. The same seed and data give the same files.

  --language en|de   only this language
  --seed N           random seed (default 1)
  --out DIR          folder of <language>.ner (default packages/pii/models)
  --no-eval          skip the measurement
  --help

Files are written under another name and renamed at the end; an interrupted run changes nothing.`;

export type TrainArguments =
  | { readonly kind: "help" }
  | {
      readonly kind: "train";
      readonly languages: readonly Language[];
      readonly seed: number;
      /** Undefined means the folder of the bundled models. */
      readonly out: string | undefined;
      readonly evaluate: boolean;
    };

const LANGUAGES: readonly Language[] = ["en", "de"];

/** @throws Error with a message for the user */
export function parseTrainArguments(args: readonly string[]): TrainArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      language: { type: "string" },
      seed: { type: "string", default: "1" },
      out: { type: "string" },
      "no-eval": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return { kind: "help" };
  const languages = LANGUAGES.filter((each) =>
    [undefined, each].includes(values.language as Language),
  );
  if (languages.length === 0) throw new Error("--language must be en or de");
  const seed = Number(values.seed);
  if (!/^\d{1,6}$/u.test(values.seed))
    throw new Error("--seed must be a whole number below 1000000");
  return { kind: "train", languages, seed, out: values.out, evaluate: !values["no-eval"] };
}
