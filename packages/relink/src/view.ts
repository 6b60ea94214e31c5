import type { IssuedPlaceholder } from "@veil/pii/relink";
import { isWithin, overlaps, type Span, touching } from "@veil/pii/spans";
import { jsonUnescaped } from "./json-leaves.ts";
import { mayHoldValues } from "./link-rule.ts";
import { readHtml } from "./read-html.ts";
import { hasMarkup, type MarkdownReading, readMarkdown } from "./read-markdown.ts";
import { fuzzyLinks, MAX_RUN, mayHoldLinks, readRuns, runAround } from "./read-runs.ts";

/** How a value may be put into a text: nowhere, as text, or as a part of a link. */
export type Verdict = "refused" | "text" | "link";

/** A place of a document at which a placeholder of the request stands. */
export interface Gap extends IssuedPlaceholder {
  /** As the model wrote it. */
  readonly written: string;
}

/** A text with gaps, one for each placeholder: a document, or a string of JSON inside of it. */
export interface View {
  /** One more than there are gaps. */
  readonly pieces: readonly string[];
  readonly gaps: readonly Gap[];
  /** Whether runs are looked at; those of JSON are in the views of its strings. */
  readonly readsRuns: (gap: Gap) => boolean;
}

/** CommonMark, section 6.5. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

export function documentView(
  text: string,
  document: Span,
  gaps: readonly Gap[],
  readsRuns: View["readsRuns"],
): View {
  return { pieces: piecesOf(text, document, gaps), gaps, readsRuns };
}

/** A string of JSON as it reads. @throws SyntaxError when a gap cuts an escape in two. */
export function leafView(text: string, leaf: Span, gaps: readonly Gap[]): View {
  const pieces = piecesOf(text, leaf, gaps).map(jsonUnescaped);
  return { pieces, gaps, readsRuns: () => true };
}

/** What each gap may take when `fill` stands in the gaps. `values` are the gaps that would hold a value. */
export function verdicts(
  { pieces, gaps, readsRuns }: View,
  fill: Fill,
  { values, hosts, readsMarkup }: VerdictOptions,
): ReadonlyMap<Gap, Verdict> {
  const { text, spans } = filled(pieces, gaps, fill);
  const byGap = gaps.flatMap((gap, index) => {
    const span = spans[index];
    return span !== undefined && values.has(gap) ? [{ gap, span }] : [];
  });
  const stretches = byGap.map(({ span }) => span);
  if (!(readsMarkup && hasMarkup(text)) && !mayHoldLinks(text))
    return new Map(byGap.map(({ gap }) => [gap, "text"]));
  const markdown = readsMarkup ? readMarkdown(text, stretches) : NO_MARKUP;
  const inTags = readsMarkup ? readHtml(text, stretches, markdown.html) : NO_SPANS;
  const besideLinks = readRuns(
    text,
    byGap.flatMap(({ gap, span }) => (readsRuns(gap) ? [span] : [])),
  );
  const bareUrl = bareUrls(text);
  const verdictOf = (span: Span): Verdict => {
    const markup = markdown.refusals.get(span);
    if (inTags.has(span) || markup?.kind === "refused") return "refused";
    if (markup === undefined && !besideLinks.has(span)) return "text";
    if (hosts.size === 0) return "refused";
    const url = markup?.url ?? bareUrl(span);
    return url !== undefined && mayBeLink(text, url, stretches, hosts) ? "link" : "refused";
  };
  return new Map(byGap.map(({ gap, span }) => [gap, verdictOf(span)]));
}

/** What stands in a gap. */
export type Fill = (gap: Gap) => string;

const NO_MARKUP: MarkdownReading = { refusals: new Map(), html: [] };
const NO_SPANS: ReadonlySet<Span> = new Set();

export interface VerdictOptions {
  readonly values: ReadonlySet<Gap>;
  /** Hosts whose links may hold values. */
  readonly hosts: ReadonlySet<string>;
  /** False: its Markdown and HTML were read already, and refuse nothing. */
  readonly readsMarkup: boolean;
}

function piecesOf(text: string, { start, end }: Span, gaps: readonly Gap[]): string[] {
  const ends = [start, ...gaps.map((gap) => gap.end)];
  return ends.map((from, index) => text.slice(from, gaps[index]?.start ?? end));
}

/**
 * Angle brackets around an address, as in the header of a mail, are read as parentheses: an HTML parser takes
 * `<ann@a.example>` for an element of an odd name without attributes, which makes no request.
 */
function filled(
  pieces: readonly string[],
  gaps: readonly Gap[],
  fill: Fill,
): { readonly text: string; readonly spans: readonly Span[] } {
  const parts: string[] = [];
  const spans: Span[] = [];
  let length = 0;
  let opened = false;
  for (const [index, piece] of pieces.entries()) {
    const gap = gaps[index];
    const own: string = opened ? `)${piece.slice(1)}` : piece;
    opened =
      gap !== undefined &&
      own.endsWith("<") &&
      (pieces[index + 1] ?? "").startsWith(">") &&
      isMail(gap);
    const before = opened ? `${own.slice(0, -1)}(` : own;
    const put = gap === undefined ? "" : fill(gap);
    parts.push(before, put);
    if (gap !== undefined)
      spans.push({ start: length + before.length, end: length + before.length + put.length });
    length += before.length + put.length;
  }
  // As renderers do (CommonMark, section 2.3).
  return { text: parts.join("").replaceAll("\0", "\ufffd"), spans };
}

function isMail({ placeholder, value }: Gap): boolean {
  return placeholder.startsWith("[EMAIL_") && EMAIL.test(value);
}

const BLANK = /[\t\n\f\r ]/;

/** The link that a messenger would make around a span. Spans come in order: those that share a run have it read once. */
function bareUrls(text: string): (span: Span) => Span | undefined {
  let run: Span & { readonly hasBlank: boolean } = { start: 0, end: 0, hasBlank: false };
  let links: readonly Span[] = [];
  return (span) => {
    // Around another span, a run with a value that has a blank in it is another run.
    if (run.hasBlank || !isWithin(span, run)) {
      const { start, end } = runAround(text, span);
      const written = text.slice(start, end);
      run = { start, end, hasBlank: BLANK.test(written) };
      const found = written.length > MAX_RUN ? [] : fuzzyLinks(written);
      links = found.map((link) => ({
        start: link.start + start,
        end: link.end + start,
      }));
    }
    return links.find((link) => overlaps(link, span));
  };
}

function mayBeLink(
  text: string,
  url: Span,
  stretches: readonly Span[],
  hosts: ReadonlySet<string>,
): boolean {
  const inside = touching(stretches, url);
  if (!inside.every((gap) => isWithin(gap, url))) return false;
  const offsets = inside.map(({ start, end }) => ({
    start: start - url.start,
    end: end - url.start,
  }));
  return mayHoldValues(text.slice(url.start, url.end), offsets, hosts);
}
