import { describe, expect, test } from "@jest/globals";
import { LABEL_COUNT, mayBegin, mayFollow } from "@veil/pii/ner";
import { createRandom } from "../../random.ts";
import { createLattice, marginal, pairMarginal, reserve, sweep } from "./lattice.ts";

const L = LABEL_COUNT;
const LENGTH = 4;
const STEP = 1e-5;

function randomChain(seed: number) {
  const random = createRandom(seed);
  const draw = (count: number) =>
    Float64Array.from({ length: count }, () => 3 * random.next() - 1.5);
  return { scores: draw(LENGTH * L), transitions: draw(L * L) };
}

function logSum(scores: Float64Array, transitions: Float64Array): number {
  const lattice = createLattice();
  reserve(lattice, LENGTH);
  lattice.scores.set(scores);
  return sweep(lattice, LENGTH, transitions);
}

function swept(seed: number) {
  const { scores, transitions } = randomChain(seed);
  const lattice = createLattice();
  reserve(lattice, LENGTH);
  lattice.scores.set(scores);
  const total = sweep(lattice, LENGTH, transitions);
  return { scores, transitions, lattice, total };
}

/** Returns every valid labeling of a chain. */
function labelings(length: number): number[][] {
  if (length === 0) return [[]];
  const all = Array.from({ length: L }, (_, label) => label);
  return labelings(length - 1).flatMap((start) =>
    all
      .filter((label) => (length === 1 ? mayBegin(label) : mayFollow(start.at(-1) ?? 0, label)))
      .map((label) => [...start, label]),
  );
}

/** Returns the logarithm of the sum over all labelings, computed one by one. */
function bruteForce(scores: Float64Array, transitions: Float64Array): number {
  const scoreOf = (labels: readonly number[]): number =>
    labels.reduce((sum, label, k) => {
      const step = k === 0 ? 0 : (transitions[(labels[k - 1] ?? 0) * L + label] ?? 0);
      return sum + step + (scores[k * L + label] ?? 0);
    }, 0);
  return Math.log(labelings(LENGTH).reduce((sum, each) => sum + Math.exp(scoreOf(each)), 0));
}

function moved(values: Float64Array, at: number, by: number): Float64Array {
  const copy = values.slice();
  copy[at] = (copy[at] ?? 0) + by;
  return copy;
}

describe("the lattice of a chain", () => {
  test("The sum over all labelings equals the sum that brute force computes", () => {
    const { scores, transitions, total } = swept(1);
    expect(total).toBeCloseTo(bruteForce(scores, transitions), 9);
  });

  test("The marginals of a token sum to one, and the marginal of a forbidden label is zero", () => {
    const { lattice } = swept(2);
    for (let k = 0; k < LENGTH; k += 1) {
      let sum = 0;
      for (let label = 0; label < L; label += 1) sum += marginal(lattice, k, label);
      expect(sum).toBeCloseTo(1, 9);
    }
    expect(marginal(lattice, 0, 2)).toBe(0);
  });

  test("The derivative with respect to a score equals the marginal, as finite differences show", () => {
    const { scores, transitions, lattice } = swept(3);
    for (let cell = 0; cell < LENGTH * L; cell += 1) {
      const slope =
        (logSum(moved(scores, cell, STEP), transitions) -
          logSum(moved(scores, cell, -STEP), transitions)) /
        (2 * STEP);
      expect(slope).toBeCloseTo(marginal(lattice, Math.floor(cell / L), cell % L), 6);
    }
  });

  test("The derivative with respect to a transition equals the sum of its pair marginals, as finite differences show", () => {
    const { scores, transitions, lattice } = swept(4);
    for (let cell = 0; cell < L * L; cell += 1) {
      const slope =
        (logSum(scores, moved(transitions, cell, STEP)) -
          logSum(scores, moved(transitions, cell, -STEP))) /
        (2 * STEP);
      let expected = 0;
      for (let k = 1; k < LENGTH; k += 1)
        expected += pairMarginal(lattice, k, Math.floor(cell / L), cell % L);
      expect(slope).toBeCloseTo(expected, 6);
    }
  });
});
