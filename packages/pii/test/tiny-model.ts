import { LEXICON_FLAGS, Lexicon, spokenFlags } from "../src/names/lexicon/lexicon.ts";
import { extractFeatures, MAX_FEATURES } from "../src/names/model/features.ts";
import { LABEL_COUNT } from "../src/names/model/labels.ts";
import { type NameModel, packWeights, WEIGHT_COUNT } from "../src/names/model/name-model.ts";
import { tokenize } from "../src/names/tokens/tokenize.ts";
import { Tokens } from "../src/names/tokens/tokens.ts";
import { hashLower } from "../src/text/hashes.ts";

const { FIRST, FIRST_OWN, LAST_TOP, CITY, HONORIFIC, ROLE, LOWER_SEEN } = LEXICON_FLAGS;
const B_PERSON = 1;
const I_PERSON = 2;
const B_LOCATION = 3;

export function tinyLexicon(): Lexicon {
  const lexicon = new Lexicon(100);
  const add = (flags: number, words: string) => {
    for (const word of words.split(" ")) lexicon.add(hashLower(word), flags);
  };
  add(FIRST | FIRST_OWN, "anna jonas");
  add(LAST_TOP, "koch weber müller");
  add(CITY, "berlin");
  add(HONORIFIC, "dr herr frau mr");
  add(ROLE, "name from to hallo dear");
  add(LOWER_SEEN, "hochzeit");
  add(spokenFlags(0), "lock hurst");
  return lexicon;
}

/**
 * Creates a model that knows only the words of `tinyLexicon`: given names begin a person, family
 * names continue it, and towns are places.
 */
export function tinyModel(language: "en" | "de" = "en"): NameModel {
  const lexicon = tinyLexicon();
  const weights = new Int8Array(WEIGHT_COUNT).fill(0);
  const raise = (word: string, label: number, by: number) => {
    for (const feature of featuresOf(word, lexicon)) weights[feature * LABEL_COUNT + label] = by;
  };
  for (const word of ["Anna", "Jonas"]) raise(word, B_PERSON, 100);
  for (const word of ["Koch", "Weber", "Müller"]) {
    raise(word, I_PERSON, 100);
    raise(word, B_PERSON, 80);
  }
  raise("Berlin", B_LOCATION, 100);
  // Every token has the fifth feature, so a word that no other feature raises is not a name.
  const [, , , , always] = featuresOf("Anna", lexicon, 5);
  weights[(always ?? 0) * LABEL_COUNT] = 100;
  const transitions = new Float64Array(LABEL_COUNT * LABEL_COUNT);
  return {
    language,
    lexicon,
    rows: packWeights([new Uint8Array(weights.buffer)]),
    scale: 0.05,
    transitions,
    about: {},
  };
}

function featuresOf(word: string, lexicon: Lexicon, count = 4): Int32Array {
  const tokens = new Tokens();
  const features = new Int32Array(MAX_FEATURES);
  tokenize(word, lexicon, tokens);
  extractFeatures(tokens, 0, features);
  return features.slice(0, count);
}
