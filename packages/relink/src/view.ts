import type { IssuedPlaceholder } from "@veil/pii/relink";
import { isInside, overlaps, type Span, touching } from "@veil/pii/spans";
import { urlStarts } from "./url-starts.ts";
import { jsonUnescaped } from "./json-leaves.ts";
import { mayHoldValues } from "./link-rule.ts";
import { readHtml } from "./read-html.ts";
import { hasMarkup, type MarkdownReading, readMarkdown } from "./read-markdown.ts";
import { readPlaces } from "./read-places.ts";
import { fuzzyLinks, MAX_RUN, mayHoldLinks, readRuns, runAround } from "./read-runs.ts";

/** How a value may be restored: not at all, as text, or as a part of a link. */
export type Placement = "refused" | "text" | "link";

export interface Gap extends IssuedPlaceholder {
  readonly written: string;
}

/** A text split at its placeholders: a document, or a JSON string inside. */
export interface SplitText {
  readonly pieces: readonly string[];
  readonly gaps: readonly Gap[];
  /** Whether runs are read here; the views of JSON's strings read their own runs. */
  readonly readsRuns: (gap: Gap) => boolean;
  /** True for a string of JSON, which may be a URL as a whole. */
  readonly isLeaf: boolean;
}

/** CommonMark, section 6.5. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export function splitDocument(
  text: string,
  document: Span,
  gaps: readonly Gap[],
  { readsRuns, isLeaf }: Pick<SplitText, "readsRuns" | "isLeaf">,
): SplitText {
  return { pieces: piecesOf(text, document, gaps), gaps, readsRuns, isLeaf };
}

/** Splits a decoded JSON string. @throws SyntaxError when a gap splits an escape. */
export function splitLeaf(text: string, leaf: Span, gaps: readonly Gap[]): SplitText {
  const pieces = piecesOf(text, leaf, gaps).map(jsonUnescaped);
  return { pieces, gaps, readsRuns: () => true, isLeaf: true };
}

/** Returns the placement of each gap of `values` when `fill` supplies the content of all gaps. */
export function placements(
  { pieces, gaps, readsRuns, isLeaf }: SplitText,
  fill: Fill,
  { values, hosts, readsMarkup }: PlacementOptions,
): ReadonlyMap<Gap, Placement> {
  const { text, spans } = filled(pieces, gaps, fill);
  const byGap = gaps.flatMap((gap, index) => {
    const span = spans[index];
    return span !== undefined && values.has(gap) ? [{ gap, span }] : [];
  });
  const valueSpans = byGap.map(({ span }) => span);
  if (!(readsMarkup && hasMarkup(text)) && !mayHoldLinks(text))
    return new Map(byGap.map(({ gap }) => [gap, "text"]));
  const markdown = readsMarkup ? readMarkdown(text, valueSpans) : NO_MARKUP;
  const inTags = readsMarkup ? readHtml(text, valueSpans, markdown.html) : NO_SPANS;
  const inLinks = readRuns(
    text,
    byGap.flatMap(({ gap, span }) => (readsRuns(gap) ? [span] : [])),
    spans,
  );
  const bareUrl = bareUrls(text);
  const placeOfLink = (span: Span): number | undefined => {
    const url = markdown.refusals.get(span)?.url ?? bareUrl(span);
    if (url === undefined || !mayBeLink(text, url, valueSpans, hosts)) return undefined;
    if (bareUrl(span)?.start !== url.start) return undefined;
    return text.startsWith("](", url.start - 2) ? url.start - 2 : url.start;
  };
  const candidates = byGap.flatMap(({ gap, span }): Candidate[] => {
    if (inTags.has(span) || markdown.refusals.get(span)?.kind === "refused") return [];
    if (!markdown.refusals.has(span) && !inLinks.has(span))
      return [{ gap, place: span.start, placement: "text" }];
    const place = hosts.size === 0 ? undefined : placeOfLink(span);
    return place === undefined ? [] : [{ gap, place, placement: "link" }];
  });
  const places = candidates.map(({ place }) => place);
  const inPlaces = readPlaces(text, places, isLeaf);
  const passing = candidates.filter(({ place }) => !inPlaces.has(place));
  const allowed = new Map<Gap, Placement>(passing.map(({ gap, placement }) => [gap, placement]));
  return new Map(byGap.map(({ gap }) => [gap, allowed.get(gap) ?? "refused"]));
}

/**
 * A placement, if the place is in text; a link's place is in front of its URL, or of the `](`
 * before it.
 */
interface Candidate {
  readonly gap: Gap;
  readonly place: number;
  readonly placement: Placement;
}

export type Fill = (gap: Gap) => string;

const NO_MARKUP: MarkdownReading = { refusals: new Map(), html: [] };
const NO_SPANS: ReadonlySet<Span> = new Set();

export interface PlacementOptions {
  readonly values: ReadonlySet<Gap>;
  readonly hosts: ReadonlySet<string>;
  /** False when Markdown and HTML were read already, and refuse nothing. */
  readonly readsMarkup: boolean;
}

function piecesOf(text: string, { start, end }: Span, gaps: readonly Gap[]): string[] {
  const ends = [start, ...gaps.map((gap) => gap.end)];
  return ends.map((from, index) => text.slice(from, gaps[index]?.start ?? end));
}

/**
 * Writes `<ann@a.example>` with parentheses: HTML reads an unknown element without attributes,
 * which sends no request.
 */
export function mailInParentheses(pieces: readonly string[], gaps: readonly Gap[]): string[] {
  let opened = false;
  return pieces.map((piece, index) => {
    const gap = gaps[index];
    const own: string = opened ? `)${piece.slice(1)}` : piece;
    opened =
      gap !== undefined &&
      own.endsWith("<") &&
      (pieces[index + 1] ?? "").startsWith(">") &&
      isMail(gap);
    return opened ? `${own.slice(0, -1)}(` : own;
  });
}

function filled(
  pieces: readonly string[],
  gaps: readonly Gap[],
  fill: Fill,
): { readonly text: string; readonly spans: readonly Span[] } {
  const parts: string[] = [];
  const spans: Span[] = [];
  let length = 0;
  for (const [index, before] of mailInParentheses(pieces, gaps).entries()) {
    const gap = gaps[index];
    const content = gap === undefined ? "" : fill(gap);
    parts.push(before, content);
    if (gap !== undefined)
      spans.push({ start: length + before.length, end: length + before.length + content.length });
    length += before.length + content.length;
  }
  // Renderers do the same (CommonMark, section 2.3).
  return { text: parts.join("").replaceAll("\0", "\ufffd"), spans };
}

function isMail({ placeholder, value }: Gap): boolean {
  return placeholder.startsWith("[EMAIL_") && EMAIL.test(value);
}

const BLANK = /[\t\n\r ]/;

/**
 * Finds the link that a messenger would make around a span. Spans come in order, so it reads a
 * shared run once.
 */
function bareUrls(text: string): (span: Span) => Span | undefined {
  let run: Span & { readonly hasBlank: boolean } = { start: 0, end: 0, hasBlank: false };
  let link: Span | undefined;
  return (span) => {
    // If the value has a blank, another span is in another run.
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

/** Returns undefined if a URL that messengers may not know is in front of it. */
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
  if (!inside.every((gap) => isInside(gap, url))) return false;
  const offsets = inside.map(({ start, end }) => ({
    start: start - url.start,
    end: end - url.start,
  }));
  return mayHoldValues(text.slice(url.start, url.end), offsets, hosts);
}
