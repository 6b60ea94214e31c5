import type { Span } from "./finding.ts";
import { hostsOf, linkedHosts } from "./placeholders/hosts.ts";
import {
  findLookalikes,
  findPlaceholders,
  type PlaceholderMatch,
} from "./placeholders/placeholder.ts";
import { type PlaceholderEntry, placeholderEntries } from "./placeholders/placeholder-entries.ts";
import { firstUrl, type Region, urlRegions } from "./placeholders/url-regions.ts";
import { createFormReader, type FormReader } from "./placeholders/written-forms.ts";
import { replaceSpans } from "./replace-spans.ts";

export { findLookalikes, hostsOf, type PlaceholderEntry, placeholderEntries };

interface RelinkerOptions {
  /**
   * `hostsOf` every original text of the request. A placeholder in a URL to any other host stays: else a text
   * that somebody else wrote could have the model carry values out in a link.
   */
  readonly knownHosts: ReadonlySet<string>;
}

export interface Relinker {
  /** `restored` counts the placeholders that were replaced. */
  relink(text: string): { readonly text: string; readonly restored: number };
}

/** A placeholder of this request, found in a text. */
interface Issued extends PlaceholderMatch {
  readonly value: string;
}

/**
 * Puts the values back in one pass. Only placeholders in `entries` are replaced, also when the model changed
 * their case, blanks, escapes or brackets; nothing is guessed. For every text that `sanitiseFields` made, with
 * its entries and `hostsOf` the original, the result is the original: where the text around a placeholder is
 * that of the request, a person is named as there, and anywhere else by the fullest form.
 */
export function createRelinker(
  entries: readonly PlaceholderEntry[],
  { knownHosts }: RelinkerOptions,
): Relinker {
  const known = new Map(entries.map((entry) => [entry.placeholder, entry]));
  return {
    relink(text) {
      if (known.size === 0) return { text, restored: 0 };
      const valueAt = createValueReader(text);
      const issued = findPlaceholders(text).flatMap((match): Issued[] => {
        const entry = known.get(match.placeholder);
        return entry === undefined ? [] : [{ ...match, value: valueAt(entry, match) }];
      });
      const safe = issued.length === 0 ? [] : outsideForeignUrls(text, issued, knownHosts);
      return { text: replaceSpans(text, safe, restoredValue), restored: safe.length };
    },
  };
}

function createValueReader(text: string): (entry: PlaceholderEntry, match: Span) => string {
  const readers = new Map<string, FormReader>();
  return ({ placeholder, value, forms }, { start, end }) => {
    if (forms === undefined) return value;
    const reader = readers.get(placeholder) ?? createFormReader(forms);
    readers.set(placeholder, reader);
    return reader(text, start, end) ?? value;
  };
}

function restoredValue({ value, percentEncoded }: Issued, written: string): string {
  if (!percentEncoded) return value;
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no percent-encoding.
    return written;
  }
}

/** Those that may be restored: every one that stands in no URL to a host that the request did not name. */
function outsideForeignUrls(
  text: string,
  issued: readonly Issued[],
  knownHosts: ReadonlySet<string>,
): readonly Issued[] {
  const opaque = replaceSpans(text, issued, (_match, written) => "\ue000".repeat(written.length));
  const isForeign = (region: Region) => leadsOutside(text, issued, region, knownHosts);
  const blocked = new Set<Issued>();
  for (const region of urlRegions(opaque, issued).filter(isForeign)) {
    const { start, end } = isForeign(partBeforeUrl(opaque, region))
      ? region
      : partFromUrl(opaque, region);
    for (const match of within(issued, start, end)) blocked.add(match);
  }
  return issued.filter((match) => !blocked.has(match));
}

/** The hosts are read out of what the text would become, since that is what a browser would see. */
function leadsOutside(
  text: string,
  issued: readonly Issued[],
  { start, end, tag }: Region,
  knownHosts: ReadonlySet<string>,
): boolean {
  const inside = within(issued, start, end).map((match) => ({
    ...match,
    start: match.start - start,
    end: match.end - start,
  }));
  if (inside.length === 0) return false;
  const future = replaceSpans(text.slice(start, end), inside, restoredValue);
  const forms = tag ? [future, future.replace(/[\t\r\n]+/g, "")] : [future];
  return forms.flatMap(linkedHosts).some((host) => !knownHosts.has(host));
}

/** The text of a link may be restored; of a tag nothing is. */
function partFromUrl(opaque: string, region: Region): Region {
  const offset = region.tag ? -1 : firstUrl(opaque.slice(region.start, region.end));
  return { ...region, start: region.start + Math.max(0, offset) };
}

function partBeforeUrl(opaque: string, region: Region): Region {
  return { ...region, end: partFromUrl(opaque, region).start };
}

/** Those of `issued` that touch the stretch, found by bisection. */
function within(issued: readonly Issued[], start: number, end: number): readonly Issued[] {
  let [low, high] = [0, issued.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((issued[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((issued[last]?.start ?? Number.POSITIVE_INFINITY) < end) last += 1;
  return issued.slice(low, last);
}
