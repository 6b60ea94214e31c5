import { LABEL_COUNT, mayFollow } from "@veil/pii/ner";

/** The number of columns: one more than the number of labels, to align rows with cache lines. */
const ROW = 8;
const L = LABEL_COUNT;

export interface Parameters {
  /** The weight of feature f for label l has the index `f * ROW + l`. */
  readonly weights: Float32Array;
  readonly squares: Float32Array;
  /** The weight of the transition from label a to b has the index `a * LABEL_COUNT + b`. */
  readonly transitions: Float64Array;
  readonly transitionSquares: Float64Array;
}

/**
 * The initial sum of squares: above zero, so that first steps depend on the size of the gradient.
 */
const FIRST_SQUARE = 0.1;
const FIRST_TRANSITION_SQUARE = 1;

export function createParameters(featureBits: number): Parameters {
  return {
    weights: new Float32Array(ROW << featureBits),
    squares: new Float32Array(ROW << featureBits).fill(FIRST_SQUARE),
    transitions: new Float64Array(L * L),
    transitionSquares: new Float64Array(L * L).fill(FIRST_TRANSITION_SQUARE),
  };
}

export function compactWeights({ weights }: Parameters): Float32Array {
  const rows = weights.length / ROW;
  const compact = new Float32Array(rows * L);
  for (let row = 0; row < rows; row += 1)
    for (let label = 0; label < L; label += 1)
      compact[row * L + label] = weights[row * ROW + label] as number;
  return compact;
}

export function addScores(
  weights: Float32Array,
  features: Int32Array,
  from: number,
  to: number,
  scores: Float64Array,
  at: number,
): void {
  let [s0, s1, s2, s3, s4, s5, s6] = [0, 0, 0, 0, 0, 0, 0];
  for (let index = from; index < to; index += 1) {
    const row = (features[index] as number) * ROW;
    s0 += weights[row] as number;
    s1 += weights[row + 1] as number;
    s2 += weights[row + 2] as number;
    s3 += weights[row + 3] as number;
    s4 += weights[row + 4] as number;
    s5 += weights[row + 5] as number;
    s6 += weights[row + 6] as number;
  }
  scores[at] = s0;
  scores[at + 1] = s1;
  scores[at + 2] = s2;
  scores[at + 3] = s3;
  scores[at + 4] = s4;
  scores[at + 5] = s5;
  scores[at + 6] = s6;
}

/**
 * Moves the weights of a token's features against the gradient (AdaGrad: Duchi, Hazan, Singer
 * 2011).
 */
export function descend(
  { weights, squares }: Parameters,
  features: Int32Array,
  from: number,
  to: number,
  gradient: Float64Array,
  rate: number,
  decay: number,
): void {
  for (let index = from; index < to; index += 1) {
    const row = (features[index] as number) * ROW;
    for (let label = 0; label < L; label += 1) {
      const at = row + label;
      const weight = weights[at] as number;
      const slope = (gradient[label] as number) + decay * weight;
      const square = (squares[at] as number) + slope * slope;
      squares[at] = square;
      weights[at] = weight - (rate * slope) / Math.sqrt(square);
    }
  }
}

export function descendTransitions(
  { transitions, transitionSquares }: Parameters,
  gradient: Float64Array,
  rate: number,
): void {
  for (let cell = 0; cell < L * L; cell += 1) {
    if (!mayFollow(Math.floor(cell / L), cell % L)) continue;
    const slope = gradient[cell] as number;
    const square = (transitionSquares[cell] as number) + slope * slope;
    transitionSquares[cell] = square;
    transitions[cell] = (transitions[cell] as number) - (rate * slope) / Math.sqrt(square);
  }
}
