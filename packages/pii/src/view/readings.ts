import type { Finding } from "../finding.ts";
import { isInside, touching } from "../text/spans.ts";
import type { Edit } from "./edits/edit.ts";
import { closeView, composeViews, editedView, type View } from "./edits/edited-view.ts";
import { gapsBetween } from "./edits/gaps.ts";
import { isNerFinding } from "./is-ner-finding.ts";
import { countsInJoinedWords } from "./joined-words-findings.ts";
import { type NormalizedView, normalizedView } from "./normalized-view.ts";
import { contextOf, placesIn, viewNear } from "./notation-places.ts";
import { escapedBreaksIn } from "./notations/escaped-breaks.ts";
import { formsIn } from "./notations/forms.ts";
import { joinedWordsIn, mayNameFile } from "./notations/joined-words.ts";
import { lineBreaksIn } from "./notations/line-breaks.ts";
import { linePrefixesIn } from "./notations/line-prefixes.ts";
import { markupIn } from "./notations/markup.ts";
import { mimeWordsIn } from "./notations/mime-words.ts";
import { mojibakeIn } from "./notations/mojibake.ts";
import { percentsIn } from "./notations/notations.ts";
import { numberSeparatorsIn } from "./notations/number-separators.ts";
import { prefixedValuesIn } from "./notations/prefixed-values.ts";
import { areSurelyQuoted, quotedPrintableIn } from "./notations/quoted-printable.ts";
import { SIGNS } from "./notations/signs.ts";
import { spacedCharactersIn } from "./notations/spaced-characters.ts";

type Reader = (text: string) => readonly Edit[];

/** Maximum number of steps in which nested notations are decoded. */
const MOST_STEPS = 16;
/** Maximum confidence of a name in joined words, less than the confidence of a labeled value. */
const SUREST_NAME = 0.5;
/**
 * Readers of notations, from the outermost to the innermost. Each step uses the first one that has
 * edits.
 */
const NOTATIONS: readonly Reader[] = [
  mojibakeIn,
  (text) => normalizedView(text, { readsTags: true, decodes: "nothing" }).edits,
  linePrefixesIn,
  surelyQuotedIn,
  markupIn,
  (text) =>
    normalizedView(text, { readsTags: true, decodes: "references", keepsDecoded: true }).edits,
  escapedBreaksIn,
  mimeWordsIn,
  formsIn,
  percentsIn,
  lineBreaksIn,
];
const NOT_FORMS = NOTATIONS.filter((reader) => reader !== formsIn);
/** Readers of notations that may surround a text with other notations. */
const BREAKS: readonly Reader[] = [escapedBreaksIn, linePrefixesIn, lineBreaksIn];

/**
 * Returns alternative readings of a text. Findings in any of them count, because no single reading
 * is right for all texts. Most texts have only one. All readings except the first contain only the
 * parts that have a notation. Linear.
 */
export function readingsOf(text: string): readonly View[] {
  const seen = normalizedView(text);
  const mojibake = (seen.signs & SIGNS.mojibake) === SIGNS.mojibake ? mojibakeIn(text) : NONE;
  const written = asWritten(seen, mojibake);
  const decoded = decodedViews(text, seen);
  const mayBeApart = (seen.signs & SIGNS.separator) !== 0;
  const apart = (mayBeApart ? [seen, ...decoded] : decoded).flatMap((view) =>
    through(view, (read) => withGaps(read, numberSeparatorsIn(read))),
  );
  const mayJoin = (seen.signs & SIGNS.joiner) !== 0 || mayNameFile(seen.text);
  const joining = [...(mayJoin ? [seen] : []), ...decoded, ...apart];
  const separate = joining.flatMap((view) => through(view, joinedWordsIn, countsInJoinedWords));
  const prefixed = joining.flatMap((view) =>
    through(view, (read) => withGaps(read, prefixedValuesIn(read))),
  );
  const views = [written, ...decoded, ...separate, ...apart, ...prefixed];
  const spaced = views.flatMap((view) => {
    const mayHaveEmoji = view !== written || (seen.signs & SIGNS.emoji) !== 0;
    return through(view, (read) => withGaps(read, spacedCharactersIn(read, mayHaveEmoji)));
  });
  const raw = rawViews(text, seen).map((view) => asWritten(view, mojibake));
  return [...views, ...raw, ...spaced];
}

/** Returns the view without the names that contain mojibake, because another view decodes it. */
function asWritten(view: View, mojibake: readonly Edit[]): View {
  if (mojibake.length === 0) return view;
  return {
    ...view,
    accepts(finding, read) {
      const place = view.toOriginal(finding);
      const holds = touching(mojibake, place).some((edit) => isInside(edit, place));
      return !(holds && isNerFinding(finding)) && view.accepts(finding, read);
    },
  };
}

/** Adds edits that omit the text far from all edits. */
function withGaps(text: string, edits: readonly Edit[]): readonly Edit[] {
  if (edits.length === 0) return edits;
  return [...edits, ...gapsBetween(text, edits)].sort((a, b) => a.start - b.start);
}

/** Returns a view in which `reader` separates or joins words or characters, if there are any. */
function through(
  view: View,
  reader: Reader,
  counts?: (finding: Finding, read: string) => boolean,
): readonly View[] {
  const edits = reader(view.text);
  if (edits.length === 0) return [];
  const close = composeViews(view, closeView(view.text, edits, counts));
  return [counts === undefined ? close : { ...close, surestName: SUREST_NAME }];
}

/** Returns a view of raw text, because a URL or a secret may end where a notation was decoded. */
function rawViews(text: string, seen: NormalizedView): readonly View[] {
  return seen.notations.length === 0 ? [] : [contextOf(text, seen.notations)];
}

function decodedViews(text: string, seen: NormalizedView): readonly View[] {
  const places = placesIn(text, seen);
  if (places.length === 0) return [];
  const cut = viewNear(text, places);
  const plain = changed(cut, NOT_FORMS);
  return [
    ...plain,
    ...fieldsOf(cut, plain[0] ?? cut),
    ...doubtfullyQuoted(cut),
    ...(seen.notations.length > 0 ? changed(cut, BREAKS) : []),
  ];
}

function changed(cut: View, readers: readonly Reader[]): readonly View[] {
  const view = decodedFully(cut, readers);
  return view === cut ? [] : [view];
}

function fieldsOf(cut: View, plain: View): readonly View[] {
  if (formsIn(cut.text).length + formsIn(plain.text).length === 0) return [];
  const view = decodedFully(cut, NOTATIONS);
  return [
    {
      ...view,
      surestName: SUREST_NAME,
      accepts: (finding, read = view.text.slice(finding.start, finding.end)) => {
        return view.accepts(finding, read) && countsInJoinedWords(finding, read);
      },
    },
  ];
}

/**
 * Returns views for text that may or may not be quoted-printable, such as `IBAN=DE89` and
 * `page=20`.
 */
function doubtfullyQuoted(cut: View): readonly View[] {
  const edits = quotedPrintableIn(cut.text);
  return edits.length === 0 || areSurelyQuoted(cut.text, edits)
    ? []
    : [decodedFully(cut, [quotedPrintableIn, ...NOT_FORMS])];
}

function surelyQuotedIn(text: string): readonly Edit[] {
  const edits = quotedPrintableIn(text);
  return areSurelyQuoted(text, edits) ? edits : [];
}

function decodedFully(cut: View, readers: readonly Reader[]): View {
  let view = cut;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = decodedOnce(view, readers);
    if (next === undefined) break;
    view = next;
  }
  return view;
}

function decodedOnce(view: View, readers: readonly Reader[]): View | undefined {
  for (const reader of readers) {
    const edits = reader(view.text);
    if (edits.length > 0) return composeViews(view, editedView(view.text, edits));
  }
  return undefined;
}

const NONE: readonly Edit[] = [];
