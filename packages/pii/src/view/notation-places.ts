import { touching } from "../text/spans.ts";

import { editedView, type View } from "./edits/edited-view.ts";
import { gapsBetween, type Place } from "./edits/gaps.ts";
import { type NormalizedView, normalizedView } from "./normalized-view.ts";
import { escapedBreaksIn } from "./notations/escaped-breaks.ts";
import { formsIn } from "./notations/forms.ts";
import { linePrefixPlaces } from "./notations/line-prefixes.ts";
import { markupIn } from "./notations/markup.ts";
import { mimeWordsIn } from "./notations/mime-words.ts";
import { mojibakeIn } from "./notations/mojibake.ts";
import { quotedPrintableIn } from "./notations/quoted-printable.ts";
import { SIGNS } from "./notations/signs.ts";

/**
 * Maximum distance from a notation to a value after it, because a label, a salutation or a street
 * may be between them.
 */
const REACH = 80;
/** Maximum distance from a value to a notation after it, as in `49-j=C3=A4hrig`. */
const REACH_BACK = 16;
type PlaceReader = (text: string) => readonly Place[];
/** Readers, each with the signs that a text must have for the reader to find a place in it. */
const READERS: readonly (readonly [number, PlaceReader])[] = [
  [SIGNS.escape, escapedBreaksIn],
  [SIGNS.equals, mimeWordsIn],
  [SIGNS.equals, quotedPrintableIn],
  [SIGNS.tag, markupIn],
  [SIGNS.field, formsIn],
  [SIGNS.prefix, linePrefixPlaces],
  [SIGNS.mojibake, mojibakeIn],
];

/**
 * Returns the places of notations in `text` that its view `seen` does not decode, disjoint and in
 * order.
 */
export function placesIn(text: string, seen: NormalizedView): readonly Place[] {
  const read = READERS.flatMap(([sign, reader]) => {
    return (seen.signs & sign) === sign ? reader(seen.text) : NONE;
  });
  const places = [
    ...seen.tags,
    ...read.map((place) => ({ ...place, ...seen.toOriginal(place) })),
    ...(seen.same ? NONE : hiddenIn(text, seen)),
  ];
  // Other edits may be inside a notation, such as an invisible mark in a reference.
  const isMixed = seen.notations.length < seen.edits.length;
  const all = places.length > 0 || isMixed ? [...places, ...seen.notations] : places;
  return all.length === 0 ? NONE : disjoint(all);
}

/**
 * Returns the places of two kinds of notations: notations nested inside the ones that `seen`
 * decodes, and notations that `seen` destroys.
 */
function hiddenIn(text: string, seen: NormalizedView): readonly Place[] {
  const nested = normalizedView(seen.text).edits.map((edit) => seen.toOriginal(edit));
  const others = [...nested, ...quotedPrintableIn(text), ...formsIn(text)];
  return (seen.signs & SIGNS.mojibake) === SIGNS.mojibake
    ? [...others, ...mojibakeIn(text), ...decodedMojibakeIn(text)]
    : others;
}

/** Finds mojibake such as `&Atilde;&shy;`, which folding destroys. */
function decodedMojibakeIn(text: string): readonly Place[] {
  const decoded = normalizedView(text, { keepsDecoded: true });
  return mojibakeIn(decoded.text).map((edit) => decoded.toOriginal(edit));
}

/**
 * Returns a view of the text around `places` that accepts only findings near them: a notation can
 * hide a value that it is part of, that follows it, or that ends where it begins.
 */
export function viewNear(text: string, places: readonly Place[]): View {
  const view = contextOf(text, places);
  return {
    ...view,
    accepts(finding) {
      if (!view.accepts(finding)) return false;
      const { start, end } = view.toOriginal(finding);
      return touching(places, { start: start - REACH, end: end + REACH_BACK }).length > 0;
    },
  };
}

/** Returns a view of the text around `places`. */
export function contextOf(text: string, places: readonly Place[]): View {
  return editedView(text, gapsBetween(text, places));
}

function disjoint(places: readonly Place[]): readonly Place[] {
  const merged: Place[] = [];
  for (const place of [...places].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last === undefined || last.end < place.start) merged.push(place);
    else merged[merged.length - 1] = joined(last, place);
  }
  return merged;
}

function joined(first: Place, second: Place): Place {
  return {
    start: first.start,
    end: Math.max(first.end, second.end),
    isLine: first.isLine === true && second.isLine === true,
  };
}

const NONE: readonly Place[] = [];
