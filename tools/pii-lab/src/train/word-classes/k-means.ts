import type { Random } from "../../random.ts";
import type { DenseMatrix } from "./randomized-svd.ts";

/**
 * Clusters points with Lloyd's iteration and k-means++ (Arthur, Vassilvitskii 2007). Normalize the
 * rows first if the distance is to be the cosine distance.
 */
export function cluster(
  points: DenseMatrix,
  clusters: number,
  iterations: number,
  random: Random,
): Int32Array {
  const centers = startingCenters(points, clusters, random);
  const labels = new Int32Array(points.rows);
  for (let round = 0; round < iterations; round += 1) {
    const moved = assign(points, centers, labels);
    if (moved === 0) break;
    recenter(points, centers, labels);
  }
  return labels;
}

export function normalizeRows({ rows, columns, data }: DenseMatrix): void {
  for (let row = 0; row < rows; row += 1) {
    const point = data.subarray(row * columns, (row + 1) * columns);
    const length = Math.hypot(...point);
    if (length === 0) continue;
    for (let at = 0; at < columns; at += 1) point[at] = (point[at] as number) / length;
  }
}

function startingCenters(points: DenseMatrix, clusters: number, random: Random): DenseMatrix {
  const { rows, columns, data } = points;
  const centers = new Float64Array(clusters * columns);
  const nearest = new Float64Array(rows).fill(Number.POSITIVE_INFINITY);
  let chosen = random.below(rows);
  for (let index = 0; index < clusters; index += 1) {
    centers.set(data.subarray(chosen * columns, (chosen + 1) * columns), index * columns);
    let sum = 0;
    for (let row = 0; row < rows; row += 1) {
      const distance = squaredDistance(data, row * columns, centers, index * columns, columns);
      if (distance < (nearest[row] as number)) nearest[row] = distance;
      sum += nearest[row] as number;
    }
    chosen = drawn(nearest, random.next() * sum);
  }
  return { rows: clusters, columns, data: centers };
}

/** Returns the row where the running sum of weights passes `at`. */
function drawn(weights: Float64Array, at: number): number {
  let rest = at;
  for (let row = 0; row < weights.length; row += 1) {
    rest -= weights[row] as number;
    if (rest <= 0) return row;
  }
  return weights.length - 1;
}

function assign(points: DenseMatrix, centers: DenseMatrix, labels: Int32Array): number {
  const { rows, columns, data } = points;
  let moved = 0;
  for (let row = 0; row < rows; row += 1) {
    let best = 0;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (let index = 0; index < centers.rows; index += 1) {
      const distance = squaredDistance(data, row * columns, centers.data, index * columns, columns);
      if (distance >= bestDistance) continue;
      best = index;
      bestDistance = distance;
    }
    if (labels[row] !== best) moved += 1;
    labels[row] = best;
  }
  return moved;
}

function recenter(points: DenseMatrix, centers: DenseMatrix, labels: Int32Array): void {
  const { rows, columns, data } = points;
  const sizes = new Float64Array(centers.rows);
  const sums = new Float64Array(centers.data.length);
  for (let row = 0; row < rows; row += 1) {
    const index = labels[row] as number;
    sizes[index] = (sizes[index] as number) + 1;
    for (let at = 0; at < columns; at += 1)
      sums[index * columns + at] =
        (sums[index * columns + at] as number) + (data[row * columns + at] as number);
  }
  sums.forEach((sum, at) => {
    const size = sizes[Math.floor(at / columns)] as number;
    if (size > 0) centers.data[at] = sum / size;
  });
}

function squaredDistance(
  a: Float64Array,
  aStart: number,
  b: Float64Array,
  bStart: number,
  length: number,
): number {
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    const difference = (a[aStart + at] as number) - (b[bStart + at] as number);
    sum += difference * difference;
  }
  return sum;
}
