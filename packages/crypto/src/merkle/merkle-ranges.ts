/** The leaves from `start` to `end` - 1. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the largest power of two below `size` (RFC 6962, section 2.1). `size` must be at least 2.
 */
export function splitPoint(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/**
 * Returns the subtrees whose hashes are the inclusion path of a leaf (RFC 6962, section 2.1.1),
 * from the leaf to the root.
 * @throws RangeError unless `index` < `size`
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  requireInTree(index >= 0 && index < size, [index, size]);
  const ranges: LeafRange[] = [];
  let { start, end } = { start: 0, end: size };
  while (end - start > 1) {
    const middle = start + splitPoint(end - start);
    const isLeft = index < middle;
    ranges.unshift(isLeft ? { start: middle, end } : { start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  return ranges;
}

/**
 * Returns the subtrees whose hashes are the consistency proof between two sizes of one tree (RFC
 * 6962, section 2.1.2). The list is empty for equal sizes.
 * @throws RangeError unless 0 < `from` <= `to`
 */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  requireInTree(from > 0 && from <= to, [from, to]);
  const ranges: LeafRange[] = [];
  let { start, end } = { start: 0, end: to };
  while (end !== from) {
    const middle = start + splitPoint(end - start);
    const isLeft = from <= middle;
    ranges.unshift(isLeft ? { start: middle, end } : { start, end: middle });
    [start, end] = isLeft ? [start, middle] : [middle, end];
  }
  // If the smaller tree is itself a subtree, it is omitted, because the verifier knows its hash.
  return start === 0 ? ranges : [{ start, end }, ...ranges];
}

function requireInTree(holds: boolean, numbers: readonly number[]): void {
  if (!holds || !numbers.every(Number.isSafeInteger))
    throw new RangeError("Merkle tree: there is no such leaf or size");
}
