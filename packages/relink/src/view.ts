import type { IssuedPlaceholder } from "@veil/pii/relink";
import { isInside, overlaps, type Span, touching } from "@veil/pii/spans";
import { jsonUnescaped } from "./json-leaves.ts";
import { mayHoldValues } from "./link-rule.ts";
import { readHtml } from "./read-html.ts";
import { hasMarkup, type MarkdownReading, readMarkdown } from "./read-markdown.ts";
import { readPlaces } from "./read-places.ts";
import { fuzzyLinks, MAX_RUN, mayHoldLinks, readRuns, runAround } from "./read-runs.ts";
import { urlStarts } from "./url-starts.ts";

/** How a value may be restored: not at all, as text, or as part of a link. */
export type Placement = "refused" | "text" | "link";

export interface ValueSlot extends IssuedPlaceholder {
  readonly written: string;
}

/** A text split at its placeholders: a document, or a JSON string inside a document. */
export interface SplitText {
  readonly pieces: readonly string[];
  readonly slots: readonly ValueSlot[];
  /** Whether the run of a slot is read here; views of JSON strings read their own runs. */
  readonly readsRuns: (slot: ValueSlot) => boolean;
  /** True for a JSON string, which may be a URL as a whole. */
  readonly isLeaf: boolean;
}

/** Matches an email address by CommonMark, section 6.5. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export function splitDocument(
  text: string,
  document: Span,
  slots: readonly ValueSlot[],
  { readsRuns, isLeaf }: Pick<SplitText, "readsRuns" | "isLeaf">,
): SplitText {
  return { pieces: piecesOf(text, document, slots), slots, readsRuns, isLeaf };
}

/**
 * Splits a JSON string into decoded pieces.
 * @throws SyntaxError when a slot splits an escape.
 */
export function splitLeaf(text: string, leaf: Span, slots: readonly ValueSlot[]): SplitText {
  const pieces = piecesOf(text, leaf, slots).map(jsonUnescaped);
  return { pieces, slots, readsRuns: () => true, isLeaf: true };
}

/** Returns the placement of each slot in `values` when `fill` supplies the content of all slots. */
export function placements(
  { pieces, slots, readsRuns, isLeaf }: SplitText,
  fill: Fill,
  { values, hosts, readsMarkup }: PlacementOptions,
): ReadonlyMap<ValueSlot, Placement> {
  const { text, spans } = filled(pieces, slots, fill);
  const bySlot = slots.flatMap((slot, index) => {
    const span = spans[index];
    return span !== undefined && values.has(slot) ? [{ slot, span }] : [];
  });
  const valueSpans = bySlot.map(({ span }) => span);
  if (!(readsMarkup && hasMarkup(text)) && !mayHoldLinks(text))
    return new Map(bySlot.map(({ slot }) => [slot, "text"]));
  const markdown = readsMarkup ? readMarkdown(text, valueSpans) : NO_MARKUP;
  const inTags = readsMarkup ? readHtml(text, valueSpans, markdown.html) : NO_SPANS;
  const inLinks = readRuns(
    text,
    bySlot.flatMap(({ slot, span }) => (readsRuns(slot) ? [span] : [])),
    spans,
  );
  const bareUrl = bareUrls(text);
  const placeOfLink = (span: Span): number | undefined => {
    const url = markdown.refusals.get(span)?.url ?? bareUrl(span);
    if (url === undefined || !mayBeLink(text, url, valueSpans, hosts)) return undefined;
    if (bareUrl(span)?.start !== url.start) return undefined;
    return text.startsWith("](", url.start - 2) ? url.start - 2 : url.start;
  };
  const candidates = bySlot.flatMap(({ slot, span }): Candidate[] => {
    if (inTags.has(span) || markdown.refusals.get(span)?.kind === "refused") return [];
    if (!markdown.refusals.has(span) && !inLinks.has(span))
      return [{ slot, place: span.start, placement: "text" }];
    const place = hosts.size === 0 ? undefined : placeOfLink(span);
    return place === undefined ? [] : [{ slot, place, placement: "link" }];
  });
  const places = candidates.map(({ place }) => place);
  const inPlaces = readPlaces(text, places, isLeaf);
  const passing = candidates.filter(({ place }) => !inPlaces.has(place));
  const allowed = new Map<ValueSlot, Placement>(
    passing.map(({ slot, placement }) => [slot, placement]),
  );
  return new Map(bySlot.map(({ slot }) => [slot, allowed.get(slot) ?? "refused"]));
}

/**
 * A placement that is allowed if its place is in text. For a link, the place is the start of the
 * URL, or of the `](` directly before the URL.
 */
interface Candidate {
  readonly slot: ValueSlot;
  readonly place: number;
  readonly placement: Placement;
}

export type Fill = (slot: ValueSlot) => string;

const NO_MARKUP: MarkdownReading = { refusals: new Map(), html: [] };
const NO_SPANS: ReadonlySet<Span> = new Set();

export interface PlacementOptions {
  readonly values: ReadonlySet<ValueSlot>;
  readonly hosts: ReadonlySet<string>;
  /** False if Markdown and HTML were already read and refuse nothing. */
  readonly readsMarkup: boolean;
}

function piecesOf(text: string, { start, end }: Span, slots: readonly ValueSlot[]): string[] {
  const ends = [start, ...slots.map((slot) => slot.end)];
  return ends.map((from, index) => text.slice(from, slots[index]?.start ?? end));
}

/**
 * Writes `<ann@a.example>` with parentheses instead of angle brackets. HTML reads it as an unknown
 * element without attributes, which sends no request.
 */
export function mailInParentheses(
  pieces: readonly string[],
  slots: readonly ValueSlot[],
): string[] {
  let opened = false;
  return pieces.map((piece, index) => {
    const slot = slots[index];
    const own: string = opened ? `)${piece.slice(1)}` : piece;
    opened =
      slot !== undefined &&
      own.endsWith("<") &&
      (pieces[index + 1] ?? "").startsWith(">") &&
      isMail(slot);
    return opened ? `${own.slice(0, -1)}(` : own;
  });
}

function filled(
  pieces: readonly string[],
  slots: readonly ValueSlot[],
  fill: Fill,
): { readonly text: string; readonly spans: readonly Span[] } {
  const parts: string[] = [];
  const spans: Span[] = [];
  let length = 0;
  for (const [index, before] of mailInParentheses(pieces, slots).entries()) {
    const slot = slots[index];
    const content = slot === undefined ? "" : fill(slot);
    parts.push(before, content);
    if (slot !== undefined)
      spans.push({ start: length + before.length, end: length + before.length + content.length });
    length += before.length + content.length;
  }
  // Replaces U+0000 as renderers do (CommonMark, section 2.3).
  return { text: parts.join("").replaceAll("\0", "\ufffd"), spans };
}

function isMail({ placeholder, value }: ValueSlot): boolean {
  return placeholder.startsWith("[EMAIL_") && EMAIL.test(value);
}

const BLANK = /[\t\n\r ]/;

/**
 * Returns a function that finds the link that a messenger would make around a span. Spans must come
 * in order, so that a shared run is read only once.
 */
function bareUrls(text: string): (span: Span) => Span | undefined {
  let run: Span & { readonly hasBlank: boolean } = { start: 0, end: 0, hasBlank: false };
  let link: Span | undefined;
  return (span) => {
    // If the value contains a space, the next span is in another run.
    if (run.hasBlank || !isInside(span, run)) {
      const { start, end } = runAround(text, span);
      const written = text.slice(start, end);
      run = { start, end, hasBlank: BLANK.test(written) };
      const first = firstUrl(written);
      link = first && { start: start + first.start, end: start + first.end };
    }
    return link !== undefined && overlaps(link, span) ? link : undefined;
  };
}

/**
 * Returns the first URL of a run, or undefined if a URL that messengers may not know precedes it.
 */
function firstUrl(run: string): Span | undefined {
  const [first] = run.length > MAX_RUN ? [] : fuzzyLinks(run);
  return first === undefined || urlStarts(run.slice(0, first.start)) > 0 ? undefined : first;
}

function mayBeLink(
  text: string,
  url: Span,
  valueSpans: readonly Span[],
  hosts: ReadonlySet<string>,
): boolean {
  const inside = touching(valueSpans, url);
  if (!inside.every((slot) => isInside(slot, url))) return false;
  const offsets = inside.map(({ start, end }) => ({
    start: start - url.start,
    end: end - url.start,
  }));
  return mayHoldValues(text.slice(url.start, url.end), offsets, hosts);
}
