import { LABEL_COUNT, mayBegin, mayFollow } from "@veil/pii/ner";

const L = LABEL_COUNT;

/**
 * Forward and backward probabilities of one chain, scaled per token (Rabiner 1989). The values of
 * token k begin at index k * LABEL_COUNT.
 */
export interface Lattice {
  /** Input: the score of each label at each token. */
  scores: Float64Array;
  /** Output: exp(score - highest score of the token). */
  emissions: Float64Array;
  forward: Float64Array;
  backward: Float64Array;
  /** Output: the divisor of `forward` at each token. */
  scale: Float64Array;
  /** Output: exp(transition), or 0 if the second label must not follow the first. */
  readonly steps: Float64Array;
}

export function createLattice(): Lattice {
  return { ...tables(256), steps: new Float64Array(L * L) };
}

function tables(length: number): Omit<Lattice, "steps"> {
  const table = (): Float64Array => new Float64Array(length * L);
  return {
    scores: table(),
    emissions: table(),
    forward: table(),
    backward: table(),
    scale: new Float64Array(length),
  };
}

export function reserve(lattice: Lattice, length: number): void {
  if (lattice.scale.length < length) Object.assign(lattice, tables(length * 2));
}

/** Fills in all outputs. Returns the logarithm of the sum over all labelings. */
export function sweep(lattice: Lattice, length: number, transitions: Float64Array): number {
  const { steps } = lattice;
  for (let cell = 0; cell < L * L; cell += 1)
    steps[cell] = mayFollow(Math.floor(cell / L), cell % L)
      ? Math.exp(transitions[cell] as number)
      : 0;
  const shift = exponentiate(lattice, length);
  goForward(lattice, length);
  goBackward(lattice, length);
  let sum = shift;
  for (let k = 0; k < length; k += 1) sum += Math.log(lattice.scale[k] as number);
  return sum;
}

export function marginal({ forward, backward }: Lattice, k: number, label: number): number {
  return (forward[k * L + label] as number) * (backward[k * L + label] as number);
}

export function pairMarginal(lattice: Lattice, k: number, from: number, to: number): number {
  const { forward, backward, emissions, steps, scale } = lattice;
  return (
    ((forward[(k - 1) * L + from] as number) *
      (steps[from * L + to] as number) *
      (emissions[k * L + to] as number) *
      (backward[k * L + to] as number)) /
    (scale[k] as number)
  );
}

function exponentiate({ scores, emissions }: Lattice, length: number): number {
  let shift = 0;
  for (let row = 0; row < length * L; row += L) {
    let best = Number.NEGATIVE_INFINITY;
    for (let label = 0; label < L; label += 1) best = Math.max(best, scores[row + label] as number);
    for (let label = 0; label < L; label += 1)
      emissions[row + label] = Math.exp((scores[row + label] as number) - best);
    shift += best;
  }
  return shift;
}

function goForward(lattice: Lattice, length: number): void {
  const { emissions, forward, scale } = lattice;
  for (let k = 0; k < length; k += 1) {
    const row = k * L;
    let sum = 0;
    for (let to = 0; to < L; to += 1) {
      const reach = k > 0 ? reachOf(lattice, row - L, to) : Number(mayBegin(to));
      forward[row + to] = reach * (emissions[row + to] as number);
      sum += forward[row + to] as number;
    }
    scale[k] = sum;
    for (let to = 0; to < L; to += 1) forward[row + to] = (forward[row + to] as number) / sum;
  }
}

function reachOf({ forward, steps }: Lattice, before: number, to: number): number {
  let reach = 0;
  for (let from = 0; from < L; from += 1)
    reach += (forward[before + from] as number) * (steps[from * L + to] as number);
  return reach;
}

function goBackward({ emissions, backward, scale, steps }: Lattice, length: number): void {
  backward.fill(1, (length - 1) * L, length * L);
  for (let k = length - 2; k >= 0; k -= 1) {
    const next = (k + 1) * L;
    for (let from = 0; from < L; from += 1) {
      let reach = 0;
      for (let to = 0; to < L; to += 1)
        reach +=
          (steps[from * L + to] as number) *
          (emissions[next + to] as number) *
          (backward[next + to] as number);
      backward[k * L + from] = reach / (scale[k + 1] as number);
    }
  }
}
