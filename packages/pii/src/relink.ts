import type { Span } from "./finding.ts";
import {
  findLookalikes,
  findPlaceholders,
  type PlaceholderMatch,
} from "./placeholders/placeholder.ts";
import { type PlaceholderEntry, placeholderEntries } from "./placeholders/placeholder-entries.ts";
import { createFormReader, type FormReader } from "./placeholders/written-forms.ts";
import { replaceSpans } from "./replace-spans.ts";

export {
  findLookalikes,
  findPlaceholders,
  type PlaceholderEntry,
  placeholderEntries,
  replaceSpans,
};

/** A placeholder of this request, found in a text. */
export interface IssuedPlaceholder extends PlaceholderMatch {
  readonly value: string;
}

/** Finds the placeholders of one request in the texts of one answer, in document order. Keeps count over all of them. */
export type PlaceholderReader = (text: string) => readonly IssuedPlaceholder[];

/**
 * Reads only placeholders in `entries`, also when the model changed their case, blanks, escapes or brackets;
 * nothing is guessed. Where the text around a placeholder is that of the request, a person is named as there, in the
 * order of the request where several places look alike; anywhere else by the fullest form.
 */
export function createPlaceholderReader(entries: readonly PlaceholderEntry[]): PlaceholderReader {
  const known = new Map(entries.map((entry) => [entry.placeholder, entry]));
  const valueAt = createValueReader();
  return (text) => {
    if (known.size === 0) return [];
    return findPlaceholders(text).flatMap((match): IssuedPlaceholder[] => {
      const entry = known.get(match.placeholder);
      return entry === undefined ? [] : [{ ...match, value: valueAt(text, entry, match) }];
    });
  };
}

/**
 * Puts every value back in one pass, wherever its placeholder stands: of the texts that `sanitiseFields` made, in
 * their order and with their entries, it makes the originals. What a model answered needs the barrier of `@veil/relink`.
 */
export function relinkUnchecked(
  entries: readonly PlaceholderEntry[],
  texts: readonly string[],
): readonly string[] {
  const read = createPlaceholderReader(entries);
  return texts.map((text) => replaceSpans(text, read(text), restoredValue));
}

/** What is put in the place of a placeholder as it was `written`. */
export function restoredValue(
  { value, percentEncoded }: Pick<IssuedPlaceholder, "value" | "percentEncoded">,
  written: string,
): string {
  if (!percentEncoded) return value;
  try {
    return encodeURIComponent(value);
  } catch {
    // A lone surrogate has no percent-encoding.
    return written;
  }
}

function createValueReader() {
  const readers = new Map<string, FormReader>();
  return (text: string, { placeholder, value, forms }: PlaceholderEntry, { start, end }: Span) => {
    if (forms === undefined) return value;
    const reader = readers.get(placeholder) ?? createFormReader(forms);
    readers.set(placeholder, reader);
    return reader(text, start, end) ?? value;
  };
}
