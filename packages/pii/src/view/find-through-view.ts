import type { Finding } from "../finding.ts";
import { editedView, type View } from "./edits/edited-view.ts";
import { encodedRuns } from "./encoded-runs.ts";
import { isNerFinding } from "./is-ner-finding.ts";
import { escapedBreaksIn } from "./notations/escaped-breaks.ts";
import { readingsOf } from "./readings.ts";

type Find = (text: string) => readonly Finding[];

/** Maximum depth of base64 inside base64. */
const DEEPEST = 3;

/**
 * Searches a text as readers see it, and the text that base64 in it encodes. A finding inside
 * base64 makes the whole run a finding of that type.
 */
export function findThroughView(text: string, find: Find): readonly Finding[] {
  return findAtDepth(text, find, 0);
}

export function findBehindEscapes(text: string, find: Find): readonly Finding[] {
  const unescaped = editedView(text, escapedBreaksIn(text));
  const found = find(text);
  return unescaped.same ? found : together([found, placed(unescaped, find(unescaped.text))]);
}

function findAtDepth(text: string, find: Find, depth: number): readonly Finding[] {
  return together(readingsOf(text).map((view) => findInView(view, find, depth)));
}

function findInView(view: View, find: Find, depth: number): readonly Finding[] {
  const found = find(view.text);
  const runs = depth < DEEPEST ? encodedRuns(view.text) : [];
  if (runs.length === 0) return placed(view, found);
  const inside = runs.map(({ start, end, decoded }) =>
    findAtDepth(decoded, find, depth + 1).map((finding) => ({ ...finding, start, end })),
  );
  return placed(view, together([found, ...inside]));
}

function placed(view: View, findings: readonly Finding[]): readonly Finding[] {
  const counting = findings.filter((finding) => view.accepts(finding));
  return view.same
    ? counting
    : counting.map((finding) => ({
        ...finding,
        ...view.toOriginal(finding),
        confidence: confidenceIn(view, finding),
      }));
}

function confidenceIn({ surestName = 1 }: View, finding: Finding): number {
  const { confidence } = finding;
  return isNerFinding(finding) ? Math.min(confidence, surestName) : confidence;
}

/** Concatenates the lists. It does not use `flat`, which is several times slower. */
function together(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const filled = lists.filter((list) => list.length > 0);
  if (filled.length < 2) return filled[0] ?? [];
  const all: Finding[] = [];
  for (const list of filled) for (const finding of list) all.push(finding);
  return all;
}
