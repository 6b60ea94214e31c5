import { LEXICON_FLAGS as F, frequencies, STORED_FLAGS } from "../lexicon/lexicon.ts";
import { at, SHAPE_BITS, SHAPES, TOKEN_KINDS, type Tokens } from "../tokens/tokens.ts";

const { imul, max, min } = Math;

export const FEATURE_BITS = 20;
export const MAX_FEATURES = 112;
/** Output positions that identify the word; training drops them at times, to learn from context. */
export const LEXICAL_POSITIONS: readonly number[] = [0, 1, 2, 3];

const MASK = (1 << FEATURE_BITS) - 1;
const STORED = (1 << STORED_FLAGS) - 1;
const MAX_LENGTH = 12;
const FAR_MIN = 3;
const FAR_MAX = 5;

/** The rows around a token; `edge` is outside the line. A single object saves allocations. */
const near = { own: 0, left: 0, left2: 0, right: 0, right2: 0 };

/**
 * Writes the features of a token into `out`, as rows of the weight table, and returns their number.
 * The template numbers below are part of the model file's format.
 */
export function extractFeatures(tokens: Tokens, index: number, out: Int32Array): number {
  const { line, edge, count } = tokens;
  const own = line[index];
  near.own = index;
  near.left = index > 0 && line[index - 1] === own ? index - 1 : edge;
  near.left2 = index > 1 && line[index - 2] === own ? index - 2 : edge;
  near.right = index + 1 < count && line[index + 1] === own ? index + 1 : edge;
  near.right2 = index + 2 < count && line[index + 2] === own ? index + 2 : edge;
  let n = addSpelling(tokens, out);
  n = addKnowledge(tokens, out, n);
  n = addWordsAround(tokens, out, n);
  n = addKnowledgeAround(tokens, out, n);
  n = addShapesAround(tokens, out, n);
  n = addOwnClass(tokens, out, n);
  n = addClassesLeft(tokens, out, n);
  n = addClassesRight(tokens, out, n);
  return finish(out, addFarWords(tokens, out, n));
}

export function haveSameFeatures(tokens: Tokens, a: number, b: number): boolean {
  const { line, count } = tokens;
  const first = min(a, b);
  const last = max(a, b);
  if (first < FAR_MAX || last + FAR_MAX >= count) return false;
  if (line[first - FAR_MAX] !== line[a] || line[last + FAR_MAX] !== line[a]) return false;
  return haveSameOwn(tokens, a, b) && haveSameAround(tokens, a, b);
}

/** Lists the columns one by one, because a loop over their names costs more than the features. */
function haveSameOwn(tokens: Tokens, a: number, b: number): boolean {
  return (
    tokens.exact[a] === tokens.exact[b] &&
    tokens.prefix1[a] === tokens.prefix1[b] &&
    tokens.prefix2[a] === tokens.prefix2[b] &&
    tokens.prefix3[a] === tokens.prefix3[b] &&
    tokens.prefix4[a] === tokens.prefix4[b] &&
    tokens.suffix1[a] === tokens.suffix1[b] &&
    tokens.suffix4[a] === tokens.suffix4[b] &&
    tokens.length[a] === tokens.length[b] &&
    tokens.flags[a] === tokens.flags[b] &&
    tokens.position[a] === tokens.position[b] &&
    tokens.lineCase[a] === tokens.lineCase[b]
  );
}

function haveSameAround(tokens: Tokens, a: number, b: number): boolean {
  const { lower, kind } = tokens;
  for (let step = -FAR_MAX; step <= FAR_MAX; step += 1)
    if (lower[a + step] !== lower[b + step] || kind[a + step] !== kind[b + step]) return false;
  for (let step = -2; step <= 2; step += 1)
    if (!areSameNeighbors(tokens, a + step, b + step)) return false;
  return true;
}

function areSameNeighbors(tokens: Tokens, a: number, b: number): boolean {
  return (
    tokens.suffix2[a] === tokens.suffix2[b] &&
    tokens.suffix3[a] === tokens.suffix3[b] &&
    tokens.signature[a] === tokens.signature[b] &&
    tokens.shape[a] === tokens.shape[b] &&
    tokens.wordClass[a] === tokens.wordClass[b] &&
    tokens.glued[a] === tokens.glued[b]
  );
}

/**
 * Seeds a value with a template. Small, so that the compiler inlines it; `finish` does the rest.
 */
function one(template: number, value: number): number {
  return value ^ imul(template, 0x9e3779b1);
}

function two(template: number, a: number, b: number): number {
  return one(template, imul(a, 31) + (b ^ (b >>> 7)));
}

/** Turns seeded values into rows of the weight table. */
function finish(out: Int32Array, count: number): number {
  for (let index = 0; index < count; index += 1) {
    let x = imul(at(out, index), 0x85ebca6b);
    x = imul(x ^ (x >>> 15), 0x2c1b3c6d);
    out[index] = (x ^ (x >>> 13)) & MASK;
  }
  return count;
}

/** Combines two hashes, depending on their order. */
function joined(a: number, b: number): number {
  return imul(a, 0x27d4eb2d) ^ b;
}

function addSpelling(tokens: Tokens, out: Int32Array): number {
  const { own } = near;
  const shape = at(tokens.shape, own);
  const signature = at(tokens.signature, own);
  const position = at(tokens.position, own);
  const lineCase = at(tokens.lineCase, own);
  const suffix2 = at(tokens.suffix2, own);
  const suffix3 = at(tokens.suffix3, own);
  out[0] = one(1, at(tokens.lower, own));
  out[1] = one(2, at(tokens.exact, own));
  out[2] = one(3, at(tokens.prefix4, own));
  out[3] = one(4, at(tokens.suffix4, own));
  out[4] = one(5, 1);
  out[5] = one(6, at(tokens.prefix1, own));
  out[6] = one(7, at(tokens.prefix2, own));
  out[7] = one(8, at(tokens.prefix3, own));
  out[8] = one(9, at(tokens.suffix1, own));
  out[9] = one(10, suffix2);
  out[10] = one(11, suffix3);
  out[11] = two(12, suffix2, signature);
  out[12] = two(13, suffix3, shape);
  out[13] = one(14, shape);
  out[14] = one(15, shape | (position << 5) | (lineCase << 8));
  out[15] = one(16, min(at(tokens.length, own), MAX_LENGTH));
  out[16] = two(17, signature, position | (lineCase << 3));
  return 17;
}

function addKnowledge(tokens: Tokens, out: Int32Array, from: number): number {
  const { own } = near;
  const shape = at(tokens.shape, own);
  const flags = at(tokens.flags, own);
  const signature = at(tokens.signature, own);
  const frequency = frequencies(flags);
  let n = from;
  out[n++] = one(18, signature);
  out[n++] = one(19, frequency);
  out[n++] = two(20, frequency, shape | (at(tokens.position, own) << 5));
  let flag = 0;
  for (let rest = flags & STORED; rest !== 0; rest >>= 1, flag += 1)
    if (rest & 1) out[n++] = one(21, shape | (flag << SHAPE_BITS));
  if (flags & F.COMPOUND) out[n++] = one(22, shape);
  if (flags & F.GENITIVE) out[n++] = one(23, signature);
  return n;
}

function addWordsAround(tokens: Tokens, out: Int32Array, from: number): number {
  const { own, left, left2, right, right2 } = near;
  const { lower } = tokens;
  const shape = at(tokens.shape, own);
  const signature = at(tokens.signature, own);
  const word = at(lower, own);
  const before = at(lower, left);
  const before2 = at(lower, left2);
  const behind = at(lower, right);
  const behind2 = at(lower, right2);
  let n = from;
  out[n++] = one(24, before);
  out[n++] = one(25, before2);
  out[n++] = one(26, behind);
  out[n++] = one(27, behind2);
  out[n++] = two(28, before, signature);
  out[n++] = two(29, behind, signature);
  out[n++] = two(30, before, shape);
  out[n++] = two(31, behind, shape);
  out[n++] = two(32, before, before2);
  out[n++] = two(33, behind, behind2);
  out[n++] = two(34, before, word);
  out[n++] = two(35, word, behind);
  out[n++] = two(36, before, behind);
  out[n++] = two(37, joined(before2, before), shape);
  out[n++] = two(38, joined(behind2, behind), shape);
  out[n++] = two(39, at(tokens.suffix3, left), shape);
  out[n++] = two(40, at(tokens.suffix3, right), shape);
  out[n++] = two(41, at(tokens.suffix2, right), signature);
  return n;
}

function addKnowledgeAround(tokens: Tokens, out: Int32Array, from: number): number {
  const { own, left, left2, right, right2 } = near;
  const shape = at(tokens.shape, own);
  const signature = at(tokens.signature, own);
  const before = at(tokens.signature, left);
  const behind = at(tokens.signature, right);
  const classBefore = before >> SHAPE_BITS;
  const classBehind = behind >> SHAPE_BITS;
  const classBefore2 = at(tokens.signature, left2) >> SHAPE_BITS;
  const classBehind2 = at(tokens.signature, right2) >> SHAPE_BITS;
  let n = from;
  out[n++] = two(42, before, signature);
  out[n++] = two(43, behind, signature);
  out[n++] = two(44, before, shape);
  out[n++] = two(45, behind, shape);
  out[n++] = two(46, classBefore2 | (classBefore << 11), signature);
  out[n++] = two(47, classBehind2 | (classBehind << 11), signature);
  out[n++] = two(48, classBefore | (classBehind << 11), signature);
  out[n++] = one(49, classBefore);
  out[n++] = one(50, classBefore2);
  out[n++] = one(51, classBehind);
  out[n++] = one(52, classBehind2);
  return n;
}

function addShapesAround(tokens: Tokens, out: Int32Array, from: number): number {
  const { own, left, left2, right, right2 } = near;
  const { shape, glued, edge } = tokens;
  const before = at(shape, left);
  const three = before | (at(shape, own) << 5) | (at(shape, right) << 10);
  const gluedLeft = left === edge ? 0 : at(glued, own);
  const gluedRight = right === edge ? 0 : at(glued, right);
  let n = from;
  out[n++] = one(53, three);
  out[n++] = one(54, three | (at(shape, left2) << 15) | (at(shape, right2) << 20));
  out[n++] = one(55, gluedRight | (gluedLeft << 1) | (at(shape, own) << 2));
  // The word before a colon, a comma or a full stop introduces the word after it.
  if (before === SHAPES.COLON || before === SHAPES.COMMA || before === SHAPES.FULL_STOP)
    out[n++] = two(56, at(tokens.lower, left2), before | (at(shape, own) << 5));
  return n;
}

function addOwnClass(tokens: Tokens, out: Int32Array, from: number): number {
  const { own } = near;
  const wordClass = at(tokens.wordClass, own);
  if (wordClass === 0) return from;
  out[from] = one(57, wordClass);
  out[from + 1] = one(58, (wordClass << 5) | at(tokens.shape, own));
  return from + 2;
}

function addClassesLeft(tokens: Tokens, out: Int32Array, from: number): number {
  const { own, left, left2, right } = near;
  const { wordClass } = tokens;
  const shape = at(tokens.shape, own);
  const before = at(wordClass, left);
  const before2 = at(wordClass, left2);
  const behind = at(wordClass, right);
  let n = from;
  if (before !== 0) {
    out[n++] = one(59, (before << 5) | shape);
    out[n++] = two(60, before, at(tokens.signature, own));
    if (behind !== 0) out[n++] = one(61, (before << 14) | (behind << 5) | shape);
  }
  if (before2 === 0) return n;
  out[n++] = one(62, (before2 << 5) | shape);
  if (before !== 0) out[n++] = one(63, (before << 14) | (before2 << 5) | shape);
  return n;
}

function addClassesRight(tokens: Tokens, out: Int32Array, from: number): number {
  const { own, right, right2 } = near;
  const { wordClass } = tokens;
  const shape = at(tokens.shape, own);
  const behind = at(wordClass, right);
  const behind2 = at(wordClass, right2);
  let n = from;
  if (behind !== 0) {
    out[n++] = one(64, (behind << 5) | shape);
    out[n++] = two(65, behind, at(tokens.signature, own));
  }
  if (behind2 === 0) return n;
  out[n++] = one(66, (behind2 << 5) | shape);
  if (behind !== 0) out[n++] = one(67, (behind << 14) | (behind2 << 5) | shape);
  return n;
}

function addFarWords(tokens: Tokens, out: Int32Array, from: number): number {
  const { own } = near;
  let n = from;
  for (let distance = FAR_MIN; distance <= FAR_MAX; distance += 1) {
    if (isWordOfLine(tokens, own - distance)) out[n++] = one(68, at(tokens.lower, own - distance));
    if (isWordOfLine(tokens, own + distance)) out[n++] = one(69, at(tokens.lower, own + distance));
  }
  return n;
}

function isWordOfLine(tokens: Tokens, row: number): boolean {
  if (row < 0 || row >= tokens.count) return false;
  return tokens.line[row] === tokens.line[near.own] && tokens.kind[row] === TOKEN_KINDS.WORD;
}
