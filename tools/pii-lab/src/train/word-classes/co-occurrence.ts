/** A sparse matrix. The entries of row r have indexes from `first[r]` to `first[r + 1] - 1`. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly first: Int32Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
}

const WORD = /\p{L}+|\d+|[^\s\p{L}\d]/gu;
const PLACES: readonly (readonly [offset: number, weight: number])[] = [
  [-1, 1],
  [1, 1],
  [-2, 0.5],
  [2, 0.5],
];
/** The exponent that smooths the frequencies of contexts (Levy, Goldberg, Dagan 2015). */
const CONTEXT_POWER = 0.75;

/** Returns words in lower case, with all numbers as "0". */
export function wordsIn(text: string): readonly string[] {
  return (text.match(WORD) ?? []).map((word) => (/^\d/u.test(word) ? "0" : word.toLowerCase()));
}

/** Returns words with at least `atLeast` occurrences, the most common first, at most `limit`. */
export function vocabularyOf(
  texts: readonly (readonly string[])[],
  limit: number,
  atLeast: number,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const words of texts)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= atLeast)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word);
}

/**
 * Computes the positive pointwise mutual information of words and their contexts. A context is what
 * is at position -2, -1, +1 or +2: one of the `contexts` most common words, any other word, or the
 * end of the text.
 */
export function contextMatrix(
  texts: readonly (readonly string[])[],
  vocabulary: readonly string[],
  contexts: number,
): SparseMatrix {
  const width = Math.min(contexts, vocabulary.length) + 2;
  const columns = width * PLACES.length;
  const counts = countPairs(texts, vocabulary, width);
  const keys = Float64Array.from(counts.keys()).sort();
  const rowSums = new Float64Array(vocabulary.length);
  const columnSums = new Float64Array(columns);
  for (const key of keys) {
    const count = counts.get(key) ?? 0;
    add(rowSums, Math.floor(key / columns), count);
    add(columnSums, key % columns, count);
  }
  const smoothed = columnSums.map((sum) => sum ** CONTEXT_POWER);
  const total = smoothed.reduce((sum, each) => sum + each, 0);
  const information = (key: number): number =>
    Math.log(
      ((counts.get(key) ?? 0) * total) /
        ((rowSums[Math.floor(key / columns)] ?? 0) * (smoothed[key % columns] ?? 0)),
    );
  return positive(keys, information, vocabulary.length, columns);
}

function add(sums: Float64Array, index: number, count: number): void {
  sums[index] = (sums[index] ?? 0) + count;
}

function countPairs(
  texts: readonly (readonly string[])[],
  vocabulary: readonly string[],
  width: number,
): ReadonlyMap<number, number> {
  const index = new Map(vocabulary.map((word, at) => [word, at]));
  const columns = width * PLACES.length;
  const counts = new Map<number, number>();
  for (const words of texts) {
    const ids = words.map((word) => index.get(word) ?? -1);
    ids.forEach((row, at) => {
      if (row < 0) return;
      PLACES.forEach(([offset, weight], place) => {
        const key = row * columns + place * width + contextOf(ids, at + offset, width);
        counts.set(key, (counts.get(key) ?? 0) + weight);
      });
    });
  }
  return counts;
}

function contextOf(ids: readonly number[], at: number, width: number): number {
  const id = ids[at];
  if (id === undefined) return width - 2;
  return id < 0 || id >= width - 2 ? width - 1 : id;
}

function positive(
  keys: Float64Array,
  information: (key: number) => number,
  rows: number,
  columns: number,
): SparseMatrix {
  const first = new Int32Array(rows + 1);
  const column: number[] = [];
  const value: number[] = [];
  for (const key of keys) {
    const pmi = information(key);
    if (pmi <= 0) continue;
    column.push(key % columns);
    value.push(pmi);
    first[Math.floor(key / columns) + 1] = column.length;
  }
  for (let row = 1; row <= rows; row += 1)
    first[row] = Math.max(first[row] ?? 0, first[row - 1] ?? 0);
  return { rows, columns, first, column: Int32Array.from(column), value: Float64Array.from(value) };
}
