import type { Language } from "@veil/contracts/sanitiser";
import type { Lexicon } from "@veil/pii/ner";
import { type DataFolder, OWN_CORPORA } from "./corpora/data-folder.ts";
import { buildLexicon } from "./lexicon/build-lexicon.ts";
import { type NameLists, readNameLists } from "./lexicon/name-lists.ts";
import { townsFor } from "./lexicon/places.ts";
import {
  companyWords,
  dictionaryWords,
  isListedName,
  lowerCaseWords,
  nationalitiesIn,
  softwareWords,
} from "./lexicon/word-sources.ts";
import { wordsOf } from "./text-lists.ts";
import { WORD_CLASS_DEFAULTS, wordClasses } from "./word-classes/word-classes.ts";

export interface Knowledge {
  readonly names: NameLists;
  readonly towns: readonly string[];
  readonly lexicon: Lexicon;
}

/** The most frequent words, up to this rank, do not indicate a company. */
const FREQUENT_RANK = 5000;

export function collectKnowledge(
  language: Language,
  data: DataFolder,
  seed: number,
  report: (step: string) => void,
): Knowledge {
  const names = readNameLists(data);
  const towns = townsFor(language);
  const [annotated, silver] = OWN_CORPORA[language];
  const examples = [...data.corpus(annotated), ...data.corpus(silver)];
  report("groups words by their contexts");
  const texts = examples.map(({ text }) => text);
  const classes = wordClasses(texts, { ...WORD_CLASS_DEFAULTS, seed });
  const nothing = {
    companies: [],
    nationalities: [],
    lowerSeen: [],
    dictionary: [],
    programming: [],
  };
  report("builds the lexicon");
  const listed = buildLexicon(language, { ...nothing, names, towns: [], wordClasses: new Map() });
  const isName = (word: string): boolean => isListedName(listed, word);
  const frequent = new Set(names.spoken[language].slice(0, FREQUENT_RANK));
  const townWords = new Set(towns.map((town) => town.toLowerCase()));
  const lexicon = buildLexicon(language, {
    names,
    towns,
    companies: companyWords((word) => isName(word) || frequent.has(word) || townWords.has(word)),
    nationalities: nationalitiesIn(data.corpus("TRAIN_en")),
    lowerSeen: lowerCaseWords(examples),
    dictionary: dictionaryWords(language, isName),
    programming: [...wordsOf("programming-words.txt"), ...softwareWords()],
    wordClasses: classes,
  });
  return { names, towns, lexicon };
}
