import type { Language } from "@veil/contracts/sanitiser";
import type { CorpusName } from "./corpora/data-folder.ts";

/** The corpora that training reads with their weights, and the parameters of training. */
export interface TrainingPlan {
  readonly language: Language;
  readonly corpora: readonly (readonly [CorpusName, weight: number])[];
  /** The number of texts that are generated from templates. */
  readonly templateTexts: number;
  /** The number of copies, with other names, of each sentence that names a person. */
  readonly copies: number;
  readonly augmentedWeight: number;
  readonly seed: number;
  /** The number of models to train and average. The mean of linear models is a linear model. */
  readonly runs: number;
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly dropout: number;
  readonly lexicalDropout: number;
}

const COMMON = {
  augmentedWeight: 0.25,
  runs: 3,
  epochs: 5,
  rate: 0.1,
  decay: 1e-6,
  dropout: 0.25,
  lexicalDropout: 0.4,
};

/** Returns the plan of a committed model, with any seed. */
export function planFor(language: Language, seed: number): TrainingPlan {
  return language === "en"
    ? {
        ...COMMON,
        language,
        seed,
        corpora: [
          ["TRAIN_en", 1],
          ["TRAIN_en_silver", 0.4],
          ["TRAIN_de_plus_germeval", 0.5],
          ["TRAIN_de_silver", 0.3],
        ],
        templateTexts: 24_000,
        copies: 2,
      }
    : {
        ...COMMON,
        language,
        seed,
        corpora: [
          ["TRAIN_de_plus_germeval", 1],
          ["TRAIN_de_silver", 0.35],
          ["TRAIN_en", 0.25],
        ],
        templateTexts: 26_000,
        copies: 3,
      };
}
