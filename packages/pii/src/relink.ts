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

/** Finds the placeholders of one request in texts, in document order. */
export type PlaceholderReader = (text: string) => readonly IssuedPlaceholder[];

/**
 * Reads only placeholders in `entries`, also when the model changed their case, blanks, escapes or brackets;
 * nothing is guessed. Where the text around a placeholder is that of the request, a person is named as there,
 * and anywhere else by the fullest form.
 */
export function createPlaceholderReader(entries: readonly PlaceholderEntry[]): PlaceholderReader {
  const known = new Map(entries.map((entry) => [entry.placeholder, entry]));
  return (text) => {
    if (known.size === 0) return [];
    const valueAt = createValueReader(text);
    return findPlaceholders(text).flatMap((match): IssuedPlaceholder[] => {
      const entry = known.get(match.placeholder);
      return entry === undefined ? [] : [{ ...match, value: valueAt(entry, match) }];
    });
  };
}

/**
 * Puts every value back in one pass, wherever its placeholder stands: for every text that `sanitiseFields` made,
 * with its entries, the result is the original. What a model answered needs the barrier of `@veil/relink`.
 */
export function relinkUnchecked(entries: readonly PlaceholderEntry[], text: string): string {
  return replaceSpans(text, createPlaceholderReader(entries)(text), restoredValue);
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

function createValueReader(text: string): (entry: PlaceholderEntry, match: Span) => string {
  const readers = new Map<string, FormReader>();
  return ({ placeholder, value, forms }, { start, end }) => {
    if (forms === undefined) return value;
    const reader = readers.get(placeholder) ?? createFormReader(forms);
    readers.set(placeholder, reader);
    return reader(text, start, end) ?? value;
  };
}
