import { type Automaton, step } from "./automaton.ts";

/** @param entries - folded, sorted by code units, without duplicates or empty strings */
export function buildAutomaton(entries: readonly string[]): Automaton {
  const nodes = countNodes(entries);
  const automaton: Automaton = {
    firstChild: new Uint32Array(new SharedArrayBuffer(4 * (nodes + 1))),
    labels: new Uint16Array(new SharedArrayBuffer(2 * nodes)),
    fallback: new Uint32Array(new SharedArrayBuffer(4 * nodes)),
    longest: new Uint32Array(new SharedArrayBuffer(4 * nodes)),
    lengths: new Uint16Array(new SharedArrayBuffer(2 * entries.length)),
  };
  for (const [index, entry] of entries.entries()) automaton.lengths[index] = entry.length;
  growTree(automaton, entries);
  linkFallbacks(automaton);
  return automaton;
}

function countNodes(entries: readonly string[]): number {
  let nodes = 1;
  let before = "";
  for (const entry of entries) {
    nodes += entry.length - sharedLength(before, entry);
    before = entry;
  }
  return nodes;
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

/**
 * The nodes at one depth. Each node stands for the run of entries from `from` to `to` that share
 * its prefix.
 */
interface Level {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  size: number;
}

/** Builds the tree level by level. Sorted entries need no intermediate tree. */
function growTree(automaton: Automaton, entries: readonly string[]): void {
  let level = newLevel(entries.length);
  let below = newLevel(entries.length);
  push(level, 0, entries.length);
  let node = 0;
  let next = 1;
  for (let depth = 0; level.size > 0; depth += 1) {
    below.size = 0;
    for (let index = 0; index < level.size; index += 1) {
      automaton.firstChild[node] = next;
      const from = level.from[index] ?? 0;
      const isEntry = entries[from]?.length === depth;
      if (isEntry) automaton.longest[node] = from + 1;
      const run = { entries, from: isEntry ? from + 1 : from, to: level.to[index] ?? 0, depth };
      next = addChildren(automaton, run, below, next);
      node += 1;
    }
    [level, below] = [below, level];
  }
  automaton.firstChild[node] = next;
}

interface Run {
  readonly entries: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly depth: number;
}

function addChildren(automaton: Automaton, run: Run, below: Level, first: number): number {
  const { entries, to, depth } = run;
  let next = first;
  for (let at = run.from; at < to; next += 1) {
    const end = endOfRun(entries, at, to, depth);
    automaton.labels[next] = entries[at]?.charCodeAt(depth) ?? 0;
    push(below, at, end);
    at = end;
  }
  return next;
}

function newLevel(most: number): Level {
  return { from: new Uint32Array(most + 1), to: new Uint32Array(most + 1), size: 0 };
}

function push(level: Level, from: number, to: number): void {
  level.from[level.size] = from;
  level.to[level.size] = to;
  level.size += 1;
}

function endOfRun(entries: readonly string[], at: number, to: number, depth: number): number {
  const label = entries[at]?.charCodeAt(depth);
  let end = at + 1;
  while (end < to && entries[end]?.charCodeAt(depth) === label) end += 1;
  return end;
}

function linkFallbacks(automaton: Automaton): void {
  const { firstChild, labels, fallback, longest } = automaton;
  for (let node = 1; node < labels.length; node += 1) {
    const label = labels[node] ?? 0;
    if (longest[node] === 0) longest[node] = longest[fallback[node] ?? 0] ?? 0;
    const end = firstChild[node + 1] ?? 0;
    for (let below = firstChild[node] ?? end; below < end; below += 1)
      fallback[below] = step(automaton, fallback[node] ?? 0, label, labels[below] ?? 0);
  }
}
