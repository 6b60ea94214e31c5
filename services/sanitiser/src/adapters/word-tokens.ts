import { Tokenizer } from "@huggingface/tokenizers";
import { ConfigurationError } from "@veil/config";
import type { Span } from "@veil/pii/spans";

/** A word, in UTF-16 code units, with the ids of its pieces in a model's vocabulary. */
export interface WordTokens extends Span {
  readonly ids: readonly number[];
}

interface WordTokenizer {
  readonly begin: number;
  readonly end: number;
  tokenize(text: string): readonly WordTokens[];
}

/**
 * Words of BERT's tokenizer, for any vocabulary: split at blanks and around each punctuation sign, including all of
 * ASCII's. The library gives no offsets. Source: google-research/bert, `tokenization.py`, `BasicTokenizer`.
 */
const WORD = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;
/** Longer words are cut. */
const MAX_WORD_TOKENS = 32;

export function createWordTokenizer(tokenizerJson: object, mostTokens: number): WordTokenizer {
  const tokenizer = new Tokenizer(tokenizerJson, {});
  const idOf = (mark: string) => {
    const id = tokenizer.token_to_id(mark);
    if (id === undefined)
      throw new ConfigurationError(
        `Bad configuration: NER_MODEL_DIR: tokenizer.json has no token ${mark}`,
      );
    return id;
  };
  const longest = Math.min(MAX_WORD_TOKENS, mostTokens);

  function tokensOf(word: string, known: Map<string, readonly number[]>): readonly number[] {
    const ids =
      known.get(word) ??
      tokenizer.encode(word, { add_special_tokens: false }).ids.slice(0, longest);
    known.set(word, ids);
    return ids;
  }

  return {
    begin: idOf("[CLS]"),
    end: idOf("[SEP]"),
    tokenize(text) {
      const words: WordTokens[] = [];
      const known = new Map<string, readonly number[]>();
      for (const { 0: word, index } of text.matchAll(WORD)) {
        const ids = tokensOf(word, known);
        if (ids.length > 0) words.push({ start: index, end: index + word.length, ids });
      }
      return words;
    },
  };
}
