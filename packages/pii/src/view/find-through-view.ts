import type { Finding } from "../finding.ts";
import type { Edit } from "./edit.ts";
import { composeViews, editedView, type View } from "./edited-view.ts";
import { encodedRuns } from "./encoded-runs.ts";
import { escapedBreaksIn } from "./escaped-breaks.ts";
import { lineBreaksIn } from "./line-breaks.ts";
import { linePrefixesIn } from "./line-prefixes.ts";
import { normalizedView } from "./normalized-view.ts";

type Find = (text: string) => readonly Finding[];

/** Searches a text as readers see it, and base64 inside: a finding there makes the whole run one of that type. */
export function findThroughView(text: string, find: Find): readonly Finding[] {
  const [first, ...others] = viewsOf(text);
  const found = findInView(first, find);
  return others.length === 0
    ? found
    : together([found, ...others.map((view) => findInView(view, find))]);
}

function findInView(view: View, find: Find): readonly Finding[] {
  const found = find(view.text);
  const runs = encodedRuns(view.text);
  if (runs.length === 0) return placed(view, found);
  const inside = runs.map(({ start, end, decoded }) => {
    const findings = together(viewsOf(decoded).map((inner) => find(inner.text)));
    return findings.map((finding) => ({ ...finding, start, end }));
  });
  return placed(view, together([found, ...inside]));
}

export function findBehindEscapes(text: string, find: Find): readonly Finding[] {
  const unescaped = editedView(text, escapedBreaksIn(text));
  const found = find(text);
  return unescaped.same ? found : together([found, placed(unescaped, find(unescaped.text))]);
}

/** Alternative readings, none right for all texts: findings in any of them count. Most texts have one. */
function viewsOf(text: string): readonly [View, ...View[]] {
  const seen = normalizedView(text);
  const views: [View, ...View[]] = [seen];
  // A URL or a secret may end where a notation was read.
  if (seen.decoded) views.push(editedView(text, []));
  for (const view of [...views]) {
    const plain = withPlainLines(view);
    if (plain !== view) views.push(plain);
  }
  return views;
}

function withPlainLines(view: View): View {
  const bare = edited(edited(view, escapedBreaksIn), linePrefixesIn);
  return bare === view ? view : edited(bare, lineBreaksIn);
}

function edited(view: View, editsIn: (text: string) => readonly Edit[]): View {
  const edits = editsIn(view.text);
  return edits.length === 0 ? view : composeViews(view, editedView(view.text, edits));
}

function placed(view: View, findings: readonly Finding[]): readonly Finding[] {
  if (view.same) return findings;
  return findings.map((finding) => ({ ...finding, ...view.toOriginal(finding) }));
}

function together(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const [only = [], ...others] = lists.filter((list) => list.length > 0);
  return others.length === 0 ? only : [only, ...others].flat();
}
