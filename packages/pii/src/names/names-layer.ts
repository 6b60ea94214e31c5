import type { Finding, Language, Span } from "../finding.ts";
import type { Layer } from "../layer.ts";
import type { Doc } from "../text/document.ts";
import { bisect } from "../text/spans.ts";
import type { Words } from "../text/words.ts";
import { type DecodeOptions, decodeNames, type NameThresholds } from "./decode.ts";
import { type LanguageBlock, languageBlocks } from "./language-blocks.ts";
import type { NameModels } from "./model/bundled-models.ts";
import { createScorer, type Scorer } from "./model/marginals.ts";
import type { NameModel } from "./model/name-model.ts";
import { ownedSpans, spansInside } from "./owned-spans.ts";
import { piecesOf } from "./pieces.ts";
import { isProgramText } from "./program-text.ts";
import { tokenize } from "./tokens/tokenize.ts";
import { Tokens } from "./tokens/tokens.ts";

export type NameOptions = Readonly<Partial<Record<Language, Partial<NameThresholds>>>>;

/**
 * Tuned on news, web, clinical and chat text, with recall first. Unlisted words need a higher
 * probability in German, because all German nouns are capitalized. The threshold of organizations
 * is low, so that companies named after people do not become persons.
 */
const DEFAULTS: Readonly<Record<Language, DecodeOptions>> = {
  en: {
    titles: true,
    fullNames: true,
    compounds: false,
    thresholds: {
      person: 0.13,
      introduced: 0.1,
      genitive: 2,
      unlisted: 0.26,
      lineStart: 0.25,
      lowerListed: 0.2,
      lowerCase: 0.85,
      place: 0.35,
      unlistedPlace: 0.6,
      organization: 0.15,
      personShare: 0.7,
    },
  },
  de: {
    titles: false,
    fullNames: false,
    compounds: true,
    thresholds: {
      person: 0.1,
      introduced: 0.1,
      genitive: 0.01,
      unlisted: 0.28,
      lineStart: 0.3,
      lowerListed: 0.45,
      lowerCase: 0.8,
      place: 0.5,
      unlistedPlace: 0.45,
      organization: 0.15,
      personShare: 0.8,
    },
  },
};

interface NameRecognizer extends DecodeOptions {
  readonly model: NameModel;
  readonly scorer: Scorer;
}

/**
 * Creates the layer that finds persons, places and organizations outside earlier findings.
 * `confidence` is the model's probability. Where lines are read in both languages, the findings of
 * the two readings may overlap.
 */
export function createNamesLayer(models: NameModels, options: NameOptions = {}): Layer {
  const recognizers = {
    en: createRecognizer(models.en, DEFAULTS.en, options.en),
    de: createRecognizer(models.de, DEFAULTS.de, options.de),
  };
  const tokens = new Tokens();
  return {
    name: "names",
    find(doc, found) {
      const owned = ownedSpans(found);
      const findings: Finding[] = [];
      const blocks = languageBlocks(doc.text, doc.language, doc.words);
      for (const { piece, language } of readings(doc.text, blocks))
        findPiece(recognizers[language], tokens, doc, piece, owned, findings);
      return findings;
    },
  };
}

function* readings(
  text: string,
  blocks: readonly LanguageBlock[],
): Generator<{ readonly piece: Span; readonly language: Language }> {
  for (const { start, end, languages } of blocks) {
    const block = blocks.length === 1 ? text : text.slice(start, end);
    for (const piece of piecesOf(block)) {
      const inText = { start: piece.start + start, end: piece.end + start };
      for (const language of languages) yield { piece: inText, language };
    }
  }
}

function createRecognizer(
  model: NameModel,
  { thresholds, ...options }: DecodeOptions,
  changed: Partial<NameThresholds> = {},
): NameRecognizer {
  return {
    model,
    scorer: createScorer(model),
    ...options,
    thresholds: { ...thresholds, ...changed },
  };
}

function findPiece(
  recognizer: NameRecognizer,
  tokens: Tokens,
  { text, words }: Doc,
  piece: Span,
  owned: readonly Span[],
  findings: Finding[],
): void {
  const { model, scorer } = recognizer;
  touchWords(model, words, piece);
  const part = piece.end - piece.start === text.length ? text : text.slice(piece.start, piece.end);
  tokenize(part, model.lexicon, tokens, undefined, spansInside(owned, piece));
  for (const { start, end, type, confidence } of decodeNames(
    tokens,
    scorer.score(tokens),
    part,
    recognizer,
  )) {
    if (isProgramText(part, { start, end }, type === "LOCATION")) continue;
    findings.push({
      start: start + piece.start,
      end: end + piece.start,
      type,
      confidence,
      recognizer: `names-${model.language}`,
    });
  }
}

function touchWords({ lexicon }: NameModel, { count, starts, hashes }: Words, piece: Span): void {
  const wordAt = (place: number) => bisect(count, (word) => (starts[word] ?? 0) < place);
  lexicon.touch(hashes, wordAt(piece.start), wordAt(piece.end));
}
