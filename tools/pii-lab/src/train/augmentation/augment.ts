import type { Language } from "@veil/contracts/sanitiser";
import { createRandom } from "../../random.ts";
import type { Example } from "../corpora/example.ts";
import type { NameLists } from "../lexicon/name-lists.ts";
import { linesOf } from "../text-lists.ts";
import { createPeople } from "./people.ts";
import { createPlaces } from "./places.ts";
import { createSlots, type Makers } from "./slots.ts";
import { type Substitution, substituteNames } from "./substitute.ts";
import { parseTrainingTemplate, textsFromTemplates } from "./templates.ts";
import { createThings } from "./things.ts";
import { createValues } from "./values.ts";

export interface AugmentationPlan {
  readonly language: Language;
  readonly seed: number;
  readonly texts: number;
  /** The number of copies of each sentence that names a person. */
  readonly copies: number;
}

export interface AugmentationSources {
  readonly names: NameLists;
  readonly towns: readonly string[];
  readonly sentences: readonly Example[];
}

/**
 * The share of sentences without persons that are copied too, so that texts resemble the corpus.
 */
const OTHERS_SHARE = 0.1;

export function* augment(plan: AugmentationPlan, sources: AugmentationSources): Generator<Example> {
  const makers = createMakers(plan.language, plan.seed, sources);
  const slots = createSlots(makers);
  const templates = linesOf(`templates.${plan.language}.txt`).map((line) =>
    parseTrainingTemplate(line, slots),
  );
  yield* textsFromTemplates(templates, plan.texts, makers.random);
  const how: Substitution = { ...makers, language: plan.language };
  for (const sentence of sources.sentences)
    for (let copy = copiesOf(sentence, plan, makers.random); copy > 0; copy -= 1)
      yield substituteNames(sentence, how);
}

export function createMakers(
  language: Language,
  seed: number,
  sources: Pick<AugmentationSources, "names" | "towns">,
): Makers {
  const random = createRandom(seed);
  const people = createPeople(language, sources.names, random);
  return {
    random,
    people,
    places: createPlaces(language, sources, people, random),
    things: createThings(language, sources.names.spoken[language], random),
    values: createValues(language, people, random),
  };
}

function copiesOf(
  sentence: Example,
  { copies }: AugmentationPlan,
  random: { chance(probability: number): boolean },
): number {
  if (sentence.spans.some(({ type }) => type === "PERSON")) return copies;
  return random.chance(OTHERS_SHARE) ? 1 : 0;
}
