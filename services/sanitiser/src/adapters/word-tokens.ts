import { Tokenizer } from "@huggingface/tokenizers";
import { ConfigurationError } from "@veil/config";
import type { Span } from "@veil/pii/spans";

/** A word of a text, in UTF-16 code units, and the ids of the pieces that a model's vocabulary has for it. */
export interface WordTokens extends Span {
  readonly ids: readonly number[];
}

interface WordTokenizer {
  /** The marks before and behind what a model reads. */
  readonly begin: number;
  readonly end: number;
  tokenize(text: string): readonly WordTokens[];
}

/**
 * Where BERT's tokenizer cuts whatever its vocabulary: at blanks, and around each sign of punctuation, all of
 * ASCII's signs among them. The library gives no offsets, and within such a word they are not needed. Source:
 * google-research/bert, `tokenization.py`, `BasicTokenizer`.
 */
const WORD = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;
/** No word has more; what is left of a longer one says nothing more. */
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
      // For this text alone: nothing of it is kept.
      const known = new Map<string, readonly number[]>();
      for (const { 0: word, index } of text.matchAll(WORD)) {
        const ids = tokensOf(word, known);
        if (ids.length > 0) words.push({ start: index, end: index + word.length, ids });
      }
      return words;
    },
  };
}
