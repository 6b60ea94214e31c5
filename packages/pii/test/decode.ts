import { type DecodeOptions, decodeNames, type NameThresholds } from "../src/names/decode.ts";
import { CLASSES } from "../src/names/model/marginals.ts";
import { tokenize } from "../src/names/tokens/tokenize.ts";
import { Tokens } from "../src/names/tokens/tokens.ts";
import { tinyLexicon } from "./tiny-model.ts";

export const thresholds = {
  person: 0.3,
  introduced: 0.1,
  genitive: 2,
  unlisted: 0.3,
  lineStart: 0.5,
  lowerListed: 0.3,
  lowerCase: 0.6,
  place: 0.5,
  unlistedPlace: 0.6,
  organization: 0.5,
  personShare: 1,
};

/**
 * Probabilities of person, place and organization per word; a word without an entry is outside all
 * names.
 */
export type Marginals = Readonly<Record<string, readonly [number, number, number]>>;

export function decode(
  text: string,
  marginals: Marginals,
  options: Partial<DecodeOptions & NameThresholds> = {},
): string[] {
  const { titles = false, fullNames = false, compounds = true, ...changed } = options;
  const tokens = new Tokens();
  tokenize(text, tinyLexicon(), tokens);
  const values = new Float32Array(tokens.count * CLASSES);
  for (let row = 0; row < tokens.count; row += 1) {
    const word = text.slice(tokens.start[row], tokens.end[row]);
    const [person, location, organization] = marginals[word] ?? [0, 0, 0];
    values.set(
      [1 - person - location - organization, person, location, organization],
      row * CLASSES,
    );
  }
  return decodeNames(tokens, values, text, {
    thresholds: { ...thresholds, ...changed },
    titles,
    fullNames,
    compounds,
  }).map(
    ({ start, end, type, confidence }) =>
      `${type} ${text.slice(start, end)} ${confidence.toFixed(2)}`,
  );
}
