import type { Span } from "../finding.ts";
import { LONGEST_PLACEHOLDER } from "../placeholders/bracketed.ts";
import {
  blankInPlaceholder,
  findLookalikes,
  findPlaceholders,
  firstPlace,
} from "../placeholders/placeholder.ts";
import type { PlaceholderMatch } from "../placeholders/placeholder-match.ts";
import { replaceSpans } from "../text/replace-spans.ts";
import { type PlaceholderEntry, placeholderEntries } from "./placeholder-entries.ts";
import { createFormReader, type FormReader, REACH } from "./written-forms.ts";

export {
  blankInPlaceholder,
  findLookalikes,
  findPlaceholders,
  firstPlace,
  LONGEST_PLACEHOLDER,
  type PlaceholderEntry,
  placeholderEntries,
  REACH as FORM_REACH,
  replaceSpans,
};

/** A placeholder of this request, found in a text. */
export interface IssuedPlaceholder extends PlaceholderMatch {
  /** The value to restore, with the suffix that the model wrote inside the brackets. */
  readonly value: string;
}

/**
 * Finds the placeholders in the texts of one answer, in document order. Keeps state over the whole
 * answer.
 */
export type PlaceholderReader = (text: string) => readonly IssuedPlaceholder[];

/**
 * Creates a reader that finds only the placeholders in `entries`, even if their case, spaces,
 * escapes, brackets or type words were changed. A person gets the spelling from the request where
 * the surrounding text is the same as in the request, and the fullest name anywhere else.
 */
export function createPlaceholderReader(entries: readonly PlaceholderEntry[]): PlaceholderReader {
  const known = new Map(entries.map((entry) => [entry.placeholder, entry]));
  const valueAt = createValueReader();
  return (text) => {
    if (known.size === 0) return [];
    return findPlaceholders(text).flatMap((match): IssuedPlaceholder[] => {
      const entry = known.get(match.placeholder);
      return entry === undefined
        ? []
        : [{ ...match, value: valueAt(text, entry, match) + match.suffix }];
    });
  };
}

/**
 * Restores every value in texts from `sanitiseFields`. A model's answer needs `@veil/relink`, which
 * checks links.
 */
export function relinkUnchecked(
  entries: readonly PlaceholderEntry[],
  texts: readonly string[],
): readonly string[] {
  const read = createPlaceholderReader(entries);
  return texts.map((text) => replaceSpans(text, read(text), restoredValue));
}

/**
 * Returns the text that replaces a placeholder; `written` is the placeholder as it stands in the
 * text.
 */
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

/**
 * Returns the value for the placeholder at a place in a text. Call it once for each place of an
 * answer, in order.
 */
export type ValueReader = (text: string, entry: PlaceholderEntry, place: Span) => string;

/**
 * Creates a value reader, which chooses among the spellings of a value by the `FORM_REACH` code
 * units before and after a place. It keeps state, so create one per answer.
 */
export function createValueReader(): ValueReader {
  const readers = new Map<string, FormReader>();
  return (text, { placeholder, value, forms }, { start, end }) => {
    if (forms === undefined) return value;
    const reader = readers.get(placeholder) ?? createFormReader(forms);
    readers.set(placeholder, reader);
    return reader(text, start, end) ?? value;
  };
}
