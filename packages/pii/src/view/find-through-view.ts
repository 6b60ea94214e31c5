import type { Finding } from "../finding.ts";
import { encodedRuns } from "./encoded-runs.ts";
import { normalisedView, type View } from "./normalised-view.ts";

/**
 * What `find` finds in a text as readers see it, and in base64 that stands in it: a finding inside makes the
 * whole run one of the same type. Places are those of the text itself; findings may overlap.
 */
export function findThroughView(
  text: string,
  find: (text: string) => readonly Finding[],
): readonly Finding[] {
  const view = normalisedView(text);
  const runs = encodedRuns(view.text);
  const found = findInView(text, view, find);
  if (runs.length === 0) return found;
  const inside = runs.flatMap(({ start, end, decoded }) => {
    const place = view.toOriginal({ start, end });
    const inner = findInView(decoded, normalisedView(decoded), find);
    return inner.map((finding) => ({ ...finding, ...place }));
  });
  return [...found, ...inside];
}

function findInView(
  text: string,
  view: View,
  find: (text: string) => readonly Finding[],
): readonly Finding[] {
  const found = find(view.text);
  if (view.same) return found;
  const inOriginal = found.map((finding) => ({ ...finding, ...view.toOriginal(finding) }));
  // A URL or a secret may end where a notation was read: what is found as it was written counts too.
  return view.decoded ? [...inOriginal, ...find(text)] : inOriginal;
}
