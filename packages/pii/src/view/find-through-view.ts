import type { Finding } from "../finding.ts";
import { editedView, seenThrough, type View } from "./edited-view.ts";
import { encodedRuns } from "./encoded-runs.ts";
import { escapedBreaksIn } from "./escaped-breaks.ts";
import { lineBreaksIn } from "./line-breaks.ts";
import { linePrefixesIn } from "./line-prefixes.ts";
import { normalisedView } from "./normalised-view.ts";

type Find = (text: string) => readonly Finding[];

/**
 * What `find` finds in a text as readers see it, and in base64 that stands in it: a finding inside makes the
 * whole run one of the same type. Places are those of the text itself; findings may overlap.
 */
export function findThroughView(text: string, find: Find): readonly Finding[] {
  return together(
    viewsOf(text).map((view) => {
      const inside = encodedRuns(view.text).map(({ start, end, decoded }) => {
        const findings = together(viewsOf(decoded).map((inner) => find(inner.text)));
        return findings.map((finding) => ({ ...finding, start, end }));
      });
      return placed(view, together([find(view.text), ...inside]));
    }),
  );
}

/** What `find` finds in a text, and in it without the escapes of breaks and quotes where it has any. */
export function findBehindEscapes(text: string, find: Find): readonly Finding[] {
  const unescaped = editedView(text, escapedBreaksIn(text));
  const found = find(text);
  return unescaped.same ? found : together([found, placed(unescaped, find(unescaped.text))]);
}

/**
 * The ways to read a text, of which none is right for all texts: what one of them finds counts. Most texts have
 * one.
 */
function viewsOf(text: string): readonly View[] {
  const seen = normalisedView(text);
  // A URL or a secret may end where a notation was read.
  const views = seen.decoded ? [seen, editedView(text, [])] : [seen];
  return [...views, ...views.map(withPlainLines).filter((view, index) => view !== views[index])];
}

/** Its lines as they were before they were escaped, quoted or commented; the view itself where none was. */
function withPlainLines(view: View): View {
  const unescaped = seenThrough(view, (text) => editedView(text, escapedBreaksIn(text)));
  const bare = seenThrough(unescaped, (text) => editedView(text, linePrefixesIn(text)));
  if (bare === view) return view;
  return seenThrough(bare, (text) => editedView(text, lineBreaksIn(text)));
}

function placed(view: View, findings: readonly Finding[]): readonly Finding[] {
  if (view.same) return findings;
  return findings.map((finding) => ({ ...finding, ...view.toOriginal(finding) }));
}

function together(lists: readonly (readonly Finding[])[]): readonly Finding[] {
  const [only = [], ...others] = lists.filter((list) => list.length > 0);
  return others.length === 0 ? only : [only, ...others].flat();
}
