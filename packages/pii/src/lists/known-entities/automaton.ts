import type { FoldedText } from "./folded-text.ts";
import { isBoundary } from "./word-units.ts";

/**
 * Aho-Corasick in flat buffers that threads share. Nodes are numbered breadth-first: the children
 * of `node` are `firstChild[node]` to `firstChild[node + 1]`, sorted by label; 0 is the root. Every
 * fallback node stands for text that begins at a word boundary. Source: Aho and Corasick, Efficient
 * string matching, CACM 18(6), 1975.
 */
export interface Automaton {
  readonly firstChild: Uint32Array;
  readonly labels: Uint16Array;
  readonly fallback: Uint32Array;
  /** For each node, the number of the longest entry that ends there, plus one; 0 if none does. */
  readonly longest: Uint32Array;
  readonly lengths: Uint16Array;
}

const ROOT = 0;
const SPACE = 0x20;

function child({ firstChild, labels }: Automaton, node: number, label: number): number {
  let low = firstChild[node] ?? 0;
  let high = firstChild[node + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = labels[middle] ?? 0;
    if (found === label) return middle;
    if (found < label) low = middle + 1;
    else high = middle;
  }
  return ROOT;
}

/** Returns the node after the code unit `label`. `before` is the code unit before `label`. */
export function step(automaton: Automaton, node: number, before: number, label: number): number {
  let from = node;
  while (from !== ROOT) {
    const next = child(automaton, from, label);
    if (next !== ROOT) return next;
    from = automaton.fallback[from] ?? ROOT;
  }
  return isBoundary(before, label) ? child(automaton, ROOT, label) : ROOT;
}

type Visit = (entry: number, start: number, end: number) => void;

/** Reports, in one pass, the longest entry that ends at each place as a whole word. */
export function scan(automaton: Automaton, { units, length }: FoldedText, visit: Visit): void {
  const { longest, lengths } = automaton;
  let node = ROOT;
  let before = SPACE;
  for (let at = 0; at < length; at += 1) {
    const unit = units[at] ?? 0;
    node = step(automaton, node, before, unit);
    before = unit;
    const found = longest[node] ?? 0;
    if (found === 0) continue;
    const after = at + 1 < length ? (units[at + 1] ?? SPACE) : SPACE;
    if (isBoundary(unit, after)) visit(found - 1, at + 1 - (lengths[found - 1] ?? 0), at + 1);
  }
}

export function isEntry(automaton: Automaton, folded: string): boolean {
  let node = ROOT;
  for (let at = 0; at < folded.length; at += 1) {
    node = child(automaton, node, folded.charCodeAt(at));
    if (node === ROOT) return false;
  }
  const found = automaton.longest[node] ?? 0;
  return found > 0 && automaton.lengths[found - 1] === folded.length;
}
