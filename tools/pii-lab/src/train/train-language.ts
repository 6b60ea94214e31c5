import { FEATURE_BITS, LEXICAL_POSITIONS, type TrainedModel } from "@veil/pii/ner";
import { augment } from "./augmentation/augment.ts";
import { type DataFolder, OWN_CORPORA } from "./corpora/data-folder.ts";
import { createDatasetBuilder, type Dataset } from "./crf/dataset.ts";
import { meanOf } from "./crf/mean.ts";
import { trainCrf } from "./crf/train-crf.ts";
import { collectKnowledge, type Knowledge } from "./knowledge.ts";
import type { TrainingPlan } from "./plan.ts";

export function trainLanguage(
  plan: TrainingPlan,
  data: DataFolder,
  report: (step: string) => void,
): TrainedModel {
  const knowledge = collectKnowledge(plan.language, data, plan.seed, report);
  const dataset = datasetOf(plan, data, knowledge);
  report(`learns from ${dataset.tokens} tokens`);
  const models = Array.from({ length: plan.runs }, (_, run) =>
    trainCrf(
      dataset,
      {
        seed: plan.seed * 1000 + run,
        epochs: plan.epochs,
        rate: plan.rate,
        decay: plan.decay,
        dropout: plan.dropout,
        lexicalDropout: plan.lexicalDropout,
        lexicalFeatures: LEXICAL_POSITIONS.length,
        featureBits: FEATURE_BITS,
      },
      ({ epoch, loss }) => {
        report(`run ${run + 1} of ${plan.runs}, epoch ${epoch + 1}: loss ${loss.toFixed(4)}`);
      },
    ),
  );
  return {
    language: plan.language,
    lexicon: knowledge.lexicon,
    ...meanOf(models),
    about: { seed: plan.seed, tokens: dataset.tokens, words: knowledge.lexicon.size },
  };
}

function datasetOf(plan: TrainingPlan, data: DataFolder, knowledge: Knowledge): Dataset {
  const { names, towns, lexicon } = knowledge;
  const builder = createDatasetBuilder();
  for (const [name, weight] of plan.corpora)
    builder.addExamples(data.corpus(name), lexicon, weight);
  const [annotated] = OWN_CORPORA[plan.language];
  const augmented = augment(
    { language: plan.language, seed: plan.seed, texts: plan.templateTexts, copies: plan.copies },
    { names, towns, sentences: data.corpus(annotated) },
  );
  builder.addExamples(augmented, lexicon, plan.augmentedWeight);
  return builder.build();
}
