import type { Random } from "../../random.ts";
import type { SparseMatrix } from "./co-occurrence.ts";

export interface DenseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float64Array;
}

/**
 * Computes coordinates of the rows in the `rank` strongest directions, by randomized subspace
 * iteration (Halko, Martinsson, Tropp 2011, algorithm 4.4). The coordinates preserve the distances
 * between rows as well as `rank` dimensions can.
 */
export function embedRows(
  matrix: SparseMatrix,
  rank: number,
  iterations: number,
  random: Random,
): DenseMatrix {
  let right = gaussian(matrix.columns, rank, random);
  for (let round = 0; round < iterations; round += 1) {
    const left = times(matrix, right);
    orthonormalize(left);
    right = transposedTimes(matrix, left);
    orthonormalize(right);
  }
  return times(matrix, right);
}

function gaussian(rows: number, columns: number, random: Random): DenseMatrix {
  const data = Float64Array.from(
    { length: rows * columns },
    () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  );
  return { rows, columns, data };
}

function times(matrix: SparseMatrix, dense: DenseMatrix): DenseMatrix {
  const { columns } = dense;
  const data = new Float64Array(matrix.rows * columns);
  forEachEntry(matrix, (row, column, value) => {
    addScaled(data, row * columns, dense.data, column * columns, value, columns);
  });
  return { rows: matrix.rows, columns, data };
}

function transposedTimes(matrix: SparseMatrix, dense: DenseMatrix): DenseMatrix {
  const { columns } = dense;
  const data = new Float64Array(matrix.columns * columns);
  forEachEntry(matrix, (row, column, value) => {
    addScaled(data, column * columns, dense.data, row * columns, value, columns);
  });
  return { rows: matrix.columns, columns, data };
}

function forEachEntry(
  { rows, first, column, value }: SparseMatrix,
  visit: (row: number, column: number, value: number) => void,
): void {
  for (let row = 0; row < rows; row += 1) {
    const end = first[row + 1] as number;
    for (let entry = first[row] as number; entry < end; entry += 1)
      visit(row, column[entry] as number, value[entry] as number);
  }
}

function addScaled(
  to: Float64Array,
  toStart: number,
  from: Float64Array,
  fromStart: number,
  factor: number,
  length: number,
): void {
  for (let at = 0; at < length; at += 1)
    to[toStart + at] = (to[toStart + at] as number) + factor * (from[fromStart + at] as number);
}

/** Makes the columns orthonormal in place, by modified Gram-Schmidt on the transposed matrix. */
export function orthonormalize(matrix: DenseMatrix): void {
  const { rows, columns, data } = matrix;
  const vectors = Array.from({ length: columns }, (_, column) =>
    Float64Array.from({ length: rows }, (_row, row) => data[row * columns + column] as number),
  );
  vectors.forEach((vector, index) => {
    for (const earlier of vectors.slice(0, index))
      addScaled(vector, 0, earlier, 0, -dot(vector, earlier), rows);
    const length = Math.sqrt(dot(vector, vector));
    const factor = length > 1e-12 ? 1 / length : 0;
    for (let row = 0; row < rows; row += 1) {
      vector[row] = (vector[row] as number) * factor;
      data[row * columns + index] = vector[row] as number;
    }
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
