import type { Finding, Language, Span } from "../../finding.ts";
import type { NameModels } from "../../models.ts";
import { type DecodeOptions, decodeNames, type NameThresholds } from "../../ner/decode.ts";
import { createScorer, type Scorer } from "../../ner/marginals.ts";
import type { NameModel } from "../../ner/name-model.ts";
import { tokenize } from "../../ner/tokenize.ts";
import { Tokens } from "../../ner/tokens.ts";
import { resolveOverlaps } from "../../overlap.ts";
import type { Layer } from "../layer.ts";
import { type LanguageBlock, languageBlocks } from "./language-blocks.ts";
import { ownedSpans, spansWithin } from "./owned-spans.ts";
import { piecesOf } from "./pieces.ts";
import { isProgramText } from "./program-text.ts";

/** Thresholds that differ from the defaults, by the language of the model. */
export type NameOptions = Readonly<Partial<Record<Language, Partial<NameThresholds>>>>;

/**
 * Chosen on corpora of news, web, clinical and chat text, recall first. German nouns have capitals, so that a
 * German word that no list calls a name needs more. Organisations are not redacted by default: a low
 * threshold for them keeps firms that are called after people from being persons.
 */
const DEFAULTS: Readonly<Record<Language, DecodeOptions>> = {
  en: {
    titles: true,
    thresholds: {
      person: 0.13,
      introduced: 0.1,
      unlisted: 0.26,
      lineStart: 0.25,
      lowerListed: 0.2,
      lowerCase: 0.85,
      place: 0.35,
      unlistedPlace: 0.6,
      organization: 0.15,
    },
  },
  de: {
    titles: false,
    thresholds: {
      person: 0.1,
      introduced: 0.1,
      unlisted: 0.28,
      lineStart: 0.3,
      lowerListed: 0.45,
      lowerCase: 0.8,
      place: 0.5,
      unlistedPlace: 0.45,
      organization: 0.15,
    },
  },
};

interface Recogniser extends DecodeOptions {
  readonly model: NameModel;
  readonly scorer: Scorer;
}

/**
 * Persons, places and organisations by trained models, of the document's language, or of its parts' where they
 * are of several. `confidence` is the
 * probability that the model gives. What earlier layers claimed is not looked into.
 */
export function createNamesLayer(models: NameModels, options: NameOptions = {}): Layer {
  const recognisers = {
    en: recogniser(models.en, DEFAULTS.en, options.en),
    de: recogniser(models.de, DEFAULTS.de, options.de),
  };
  const tokens = new Tokens();
  return {
    name: "names",
    find(doc, found) {
      const owned = ownedSpans(found);
      const findings: Finding[] = [];
      const blocks = languageBlocks(doc.text, doc.language);
      for (const { piece, language } of readings(doc.text, blocks))
        findPiece(recognisers[language], tokens, doc.text, piece, owned, findings);
      const isReadTwice = blocks.some(({ languages }) => languages.length > 1);
      return isReadTwice ? resolveOverlaps(findings) : findings;
    },
  };
}

/** What is read in which language: a block of two languages in both. */
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

function recogniser(
  model: NameModel,
  { titles, thresholds }: DecodeOptions,
  changed: Partial<NameThresholds> = {},
): Recogniser {
  return {
    model,
    scorer: createScorer(model),
    titles,
    thresholds: { ...thresholds, ...changed },
  };
}

function findPiece(
  recogniser: Recogniser,
  tokens: Tokens,
  text: string,
  piece: Span,
  owned: readonly Span[],
  findings: Finding[],
): void {
  const { model, scorer } = recogniser;
  const part = piece.end - piece.start === text.length ? text : text.slice(piece.start, piece.end);
  tokenize(part, model.lexicon, tokens, undefined, spansWithin(owned, piece));
  for (const { start, end, type, confidence } of decodeNames(
    tokens,
    scorer.score(tokens),
    part,
    recogniser,
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
