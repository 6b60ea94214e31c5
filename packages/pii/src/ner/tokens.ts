import { EDGE_CLASS } from "./lexicon-class.ts";

/** Kinds of tokens. OWNED: a stretch that another recogniser has claimed, an address above all. */
export const TOKEN_KINDS = { WORD: 1, NUMBER: 2, SIGN: 3, OWNED: 4 } as const;

/** What a token looks like. Words first: the sign that follows ":" matters more than which letter it is. */
export const SHAPES = {
  EDGE: 0,
  /** A single capital. */
  INITIAL: 1,
  /** Anna */
  CAPITALISED: 2,
  /** ANNA */
  ALL_CAPITALS: 3,
  /** A single lower-case letter. */
  LOWER_LETTER: 4,
  /** anna */
  LOWER_WORD: 5,
  /** iPhone */
  INNER_CAPITAL: 6,
  /** McDonald */
  CAMEL: 7,
  /** Letters of scripts without case. */
  UNCASED: 8,
  DIGITS: 9,
  FULL_STOP: 10,
  COMMA: 11,
  COLON: 12,
  HYPHEN: 13,
  APOSTROPHE: 14,
  QUOTE: 15,
  PARENTHESIS: 16,
  AT: 17,
  SLASH: 18,
  OTHER_SIGN: 19,
  OWNED: 20,
} as const;

/** Where a token stands: inside a sentence, or after what. */
export const POSITIONS = { INSIDE: 0, LINE_START: 1, AFTER_STOP: 2, AFTER_COLON: 3 } as const;

/** The case of a whole line. */
export const LINE_CASES = { MIXED: 0, LOWER: 1, UPPER: 2, TITLE: 3 } as const;

/** Bits that `signature` gives to the shape; the class of the lexicon stands above them. */
export const SHAPE_BITS = 5;

const COLUMNS = [
  "start",
  "end",
  "kind",
  "shape",
  "length",
  "lower",
  "exact",
  "prefix1",
  "prefix2",
  "prefix3",
  "prefix4",
  "suffix1",
  "suffix2",
  "suffix3",
  "suffix4",
  "flags",
  "wordClass",
  "signature",
  "line",
  "position",
  "lineCase",
  "glued",
  "candidate",
  "chainStart",
  "chainEnd",
] as const;

/** Any number that is no hash of a word by plan. */
const EDGE_HASH = 101;
const EDGE_WORD_CLASS = 255;

/** What a column says about a row that is there. */
export function at(column: Int32Array, row: number): number {
  return column[row] ?? 0;
}

/**
 * The tokens of one text as columns, so that a text of any length costs no object. Made once and filled by
 * `tokenize` again and again; the columns are replaced when they grow, so read them after each call. Only
 * the first `count` rows mean anything, and the row `edge`.
 */
export class Tokens {
  count = 0;
  /** The row that stands for what lies beyond the ends of a line. */
  edge = 0;
  chainCount = 0;
  /** Offset of the first code unit, UTF-16. */
  start = new Int32Array(0);
  /** Offset behind the last code unit. */
  end = new Int32Array(0);
  /** One of TOKEN_KINDS. */
  kind = new Int32Array(0);
  /** One of SHAPES. */
  shape = new Int32Array(0);
  /** In code units. */
  length = new Int32Array(0);
  /** Hash of the lower-case form, `hashLower`. */
  lower = new Int32Array(0);
  /** Hash of the token as it is written. */
  exact = new Int32Array(0);
  prefix1 = new Int32Array(0);
  prefix2 = new Int32Array(0);
  prefix3 = new Int32Array(0);
  /** Hashes of the first one to four letters in lower case; of shorter words, of the whole. */
  prefix4 = new Int32Array(0);
  suffix1 = new Int32Array(0);
  suffix2 = new Int32Array(0);
  suffix3 = new Int32Array(0);
  /** Hashes of the last one to four letters in lower case; of shorter words, of the whole. */
  suffix4 = new Int32Array(0);
  /** What the lexicon knows: LEXICON_FLAGS and the frequency buckets. 0 when nothing. */
  flags = new Int32Array(0);
  /** The word class of the lexicon; 0 when it has none. */
  wordClass = new Int32Array(0);
  /** Shape, and above SHAPE_BITS the `lexiconClass` of the flags. */
  signature = new Int32Array(0);
  /** Number of the line, from 0; empty lines are not counted. */
  line = new Int32Array(0);
  /** One of POSITIONS. */
  position = new Int32Array(0);
  /** One of LINE_CASES, the same for all tokens of a line. */
  lineCase = new Int32Array(0);
  /** 1 when nothing stands between this token and the one before. */
  glued = new Int32Array(0);
  /** 1 when the token may be part of a name, else 0: it is not scored, its label is O. */
  candidate = new Int32Array(0);
  chainStart = new Int32Array(0);
  /** Rows of the runs of candidates, `end` exclusive; the first `chainCount` rows mean anything. */
  chainEnd = new Int32Array(0);

  /** Makes room for `count` tokens and forgets those that it holds. About 100 bytes a token. */
  reset(count: number): void {
    this.count = 0;
    this.chainCount = 0;
    if (count <= this.edge) return;
    this.edge = Math.max(count, 2 * this.edge);
    for (const column of COLUMNS) this[column] = new Int32Array(this.edge + 1);
    this.lower[this.edge] = EDGE_HASH;
    this.suffix2[this.edge] = EDGE_HASH;
    this.suffix3[this.edge] = EDGE_HASH;
    this.wordClass[this.edge] = EDGE_WORD_CLASS;
    this.signature[this.edge] = SHAPES.EDGE + (EDGE_CLASS << SHAPE_BITS);
    this.line[this.edge] = -1;
  }
}
