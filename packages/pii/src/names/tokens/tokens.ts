import { EDGE_CLASS } from "../lexicon/lexicon-class.ts";

/** Kinds of tokens. OWNED is a span that another recognizer has claimed, mostly an address. */
export const TOKEN_KINDS = { WORD: 1, NUMBER: 2, SIGN: 3, OWNED: 4 } as const;

/**
 * Shapes of tokens: EDGE, shapes of words and numbers, and shapes of signs. Words have few shapes
 * and signs many, because which sign precedes a token matters more than which letter.
 */
export const SHAPES = {
  EDGE: 0,
  INITIAL: 1,
  /** Anna */
  CAPITALIZED: 2,
  /** ANNA */
  ALL_CAPITALS: 3,
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

export const POSITIONS = { INSIDE: 0, LINE_START: 1, AFTER_STOP: 2, AFTER_COLON: 3 } as const;

export const LINE_CASES = { MIXED: 0, LOWER: 1, UPPER: 2, TITLE: 3 } as const;

/** Number of bits of `signature` that hold the shape; the lexicon class is above them. */
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

const PAGE = 4096;
const CACHE_LINE = 64;
const EDGE_HASH = 101;
const EDGE_WORD_CLASS = 255;

export function at(column: Int32Array, row: number): number {
  return column[row] ?? 0;
}

/**
 * The tokens of one text in columns, which `tokenize` reuses. Columns are replaced when they grow.
 * Only the first `count` rows and the row `edge` are valid.
 */
export class Tokens {
  count = 0;
  /** The row that stands for positions outside the line. */
  edge = 0;
  chainCount = 0;
  start = new Int32Array(0);
  end = new Int32Array(0);
  kind = new Int32Array(0);
  shape = new Int32Array(0);
  length = new Int32Array(0);
  /** Hash of the lower-case form, from `hashLower`. */
  lower = new Int32Array(0);
  /**
   * Hash of the token as written. This hash, the prefixes, `suffix1` and `suffix4` are valid only
   * for candidates.
   */
  exact = new Int32Array(0);
  prefix1 = new Int32Array(0);
  prefix2 = new Int32Array(0);
  prefix3 = new Int32Array(0);
  /**
   * Hashes of the first one to four letters in lower case, or of the whole word if it is shorter.
   */
  prefix4 = new Int32Array(0);
  suffix1 = new Int32Array(0);
  suffix2 = new Int32Array(0);
  suffix3 = new Int32Array(0);
  /**
   * Hashes of the last one to four letters in lower case, or of the whole word if it is shorter.
   */
  suffix4 = new Int32Array(0);
  /** LEXICON_FLAGS and frequency buckets; 0 for an unknown word. */
  flags = new Int32Array(0);
  wordClass = new Int32Array(0);
  /** The shape, and above SHAPE_BITS the `lexiconClass` of the flags. */
  signature = new Int32Array(0);
  line = new Int32Array(0);
  position = new Int32Array(0);
  lineCase = new Int32Array(0);
  /** 1 when nothing separates this token from the previous one. */
  glued = new Int32Array(0);
  /** 1 when the token may be part of a name; other tokens are not scored and have the label O. */
  candidate = new Int32Array(0);
  chainStart = new Int32Array(0);
  /**
   * The ends (exclusive) of the runs of candidates; `chainStart` has their starts. Only the first
   * `chainCount` are valid.
   */
  chainEnd = new Int32Array(0);

  /** Clears the tokens and reserves memory for `count`, about 100 bytes each. */
  reset(count: number): void {
    this.count = 0;
    this.chainCount = 0;
    if (count <= this.edge) return;
    this.edge = Math.max(count, 2 * this.edge);
    const rows = this.edge + 1;
    const stride = strideOf(rows);
    const memory = new ArrayBuffer(stride * COLUMNS.length);
    for (const [index, column] of COLUMNS.entries())
      this[column] = new Int32Array(memory, index * stride, rows);
    this.lower[this.edge] = EDGE_HASH;
    this.suffix2[this.edge] = EDGE_HASH;
    this.suffix3[this.edge] = EDGE_HASH;
    this.wordClass[this.edge] = EDGE_WORD_CLASS;
    this.signature[this.edge] = SHAPES.EDGE + (EDGE_CLASS << SHAPE_BITS);
    this.line[this.edge] = -1;
  }
}

/**
 * Returns the number of bytes from one column to the next. The cells of a row are read and written
 * together. If they were whole pages apart, they would compete for the same few places in the
 * processor's cache.
 */
function strideOf(rows: number): number {
  return Math.ceil((4 * rows) / PAGE) * PAGE + 3 * CACHE_LINE;
}

/** Returns whether `row` has a token on the same line as the row `lineOf`. */
export function isOnLine(tokens: Tokens, row: number, lineOf: number): boolean {
  return row >= 0 && row < tokens.count && tokens.line[row] === tokens.line[lineOf];
}
