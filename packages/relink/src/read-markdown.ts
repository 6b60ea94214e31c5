import { isWithin, type Span, touching } from "@veil/pii/spans";
import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";
import type { ParseOptions } from "micromark-util-types";

/** Where a stretch stands that is no text: nowhere that could be restored, or in a link to `url`. */
type MarkdownRefusal = { readonly kind: "refused" } | { readonly kind: "link"; readonly url: Span };

/** What is a footnote or a cell of a table to one renderer can be a definition, code or an image to another. */
const FLAVORS = [{ extensions: [gfm()] }, { extensions: [] }];

/**
 * Tokens of micromark that text and code consist of. Every other one refuses what it touches: destinations, titles,
 * images, definitions, references, tags, autolinks, fences with their info, footnote calls.
 */
const TEXT_TOKENS = new Set([
  ..."content paragraph data lineEnding lineEndingBlank linePrefix lineSuffix whitespace".split(
    " ",
  ),
  ..."emphasis emphasisSequence emphasisText strong strongSequence strongText".split(" "),
  ..."strikethrough strikethroughSequence strikethroughText".split(" "),
  ..."codeText codeTextData codeTextSequence codeTextPadding".split(" "),
  ..."codeFenced codeFlowValue codeIndented".split(" "),
  ..."atxHeading atxHeadingSequence atxHeadingText".split(" "),
  ..."setextHeading setextHeadingText setextHeadingLine setextHeadingLineSequence".split(" "),
  ..."thematicBreak thematicBreakSequence hardBreakEscape hardBreakTrailing".split(" "),
  ..."blockQuote blockQuotePrefix blockQuoteMarker blockQuotePrefixWhitespace".split(" "),
  ..."listOrdered listUnordered listItemPrefix listItemMarker listItemValue".split(" "),
  ..."listItemPrefixWhitespace listItemIndent".split(" "),
  ..."table tableHead tableBody tableRow tableHeader tableData tableContent".split(" "),
  ..."tableCellDivider tableDelimiter tableDelimiterRow tableDelimiterFiller".split(" "),
  ..."tableDelimiterMarker".split(" "),
  ..."characterEscape characterEscapeValue escapeMarker characterReference".split(" "),
  ..."characterReferenceMarker characterReferenceMarkerNumeric".split(" "),
  ..."characterReferenceMarkerHexadecimal characterReferenceValue".split(" "),
  ..."htmlFlow htmlFlowData".split(" "),
  ..."link label labelText labelMarker gfmFootnoteDefinition".split(" "),
]);

/** What the destination of a link, and no image, consists of. */
const DESTINATION_TOKENS = new Set(
  "resource resourceDestination resourceDestinationRaw resourceDestinationString".split(" "),
);
const HTML_TOKENS = new Set(["htmlFlow", "htmlText"]);
const AUTOLINK_TOKENS = new Set(
  "literalAutolink literalAutolinkHttp literalAutolinkWww literalAutolinkEmail".split(" "),
);
const MARKUP = /[<[]|`{3}|~{3}|www\./i;

export interface MarkdownReading {
  readonly refusals: ReadonlyMap<Span, MarkdownRefusal>;
  /** Blocks of HTML and tags, as Markdown passes them on. */
  readonly html: readonly Span[];
}

/**
 * Refuses what CommonMark, with GitHub's extensions or without, does not see as text or code. Text inside an HTML block is
 * left to `readHtml`. An autolink of a stretch alone is no refusal.
 */
export function readMarkdown(text: string, spans: readonly Span[]): MarkdownReading {
  const refusals = new Map<Span, MarkdownRefusal>();
  const html: Span[] = [];
  if (!hasMarkup(text)) return { refusals, html };
  for (const { type, span } of FLAVORS.flatMap((flavor) => tokens(text, flavor))) {
    if (HTML_TOKENS.has(type)) html.push(span);
    if (TEXT_TOKENS.has(type)) continue;
    for (const stretch of touching(spans, span)) {
      if (AUTOLINK_TOKENS.has(type) && isWithin(span, stretch)) continue;
      refusals.set(stretch, worse(refusals.get(stretch), refusalBy(type, span)));
    }
  }
  return { refusals, html: html.sort((one, other) => one.start - other.start) };
}

/** Whether a text may have tokens besides those of text and code, and of links that `readRuns` knows. */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text);
}

/** Fenced code blocks without an indentation or prefix: where their content stands. */
export function fencedBlocks(text: string): readonly Span[] {
  if (!/`{3}|~{3}/.test(text)) return [];
  const blocks: Span[] = [];
  let open: { start: number; end: number } | undefined;
  for (const { type, span } of tokens(text, FLAVORS[0])) {
    if (type === "codeFenced") open = { start: -1, end: -1 };
    if (type !== "codeFlowValue" || open === undefined) continue;
    if (open.start === -1) blocks.push(open);
    if (open.start === -1) open.start = span.start;
    open.end = span.end;
  }
  return blocks;
}

function tokens(
  text: string,
  flavor: ParseOptions | undefined,
): { readonly type: string; readonly span: Span }[] {
  // The preprocessor drops a byte order mark without counting it.
  const shift = text.startsWith("\ufeff") ? 1 : 0;
  const chunks = preprocess()(text, undefined, true);
  const events = postprocess(parse(flavor).document().write(chunks));
  return events.flatMap(([kind, { type, start, end }]) =>
    kind === "exit"
      ? []
      : [{ type, span: { start: start.offset + shift, end: end.offset + shift } }],
  );
}

function refusalBy(type: string, span: Span): MarkdownRefusal {
  if (type === "resourceDestinationString" || AUTOLINK_TOKENS.has(type))
    return { kind: "link", url: span };
  // Around the destination, which follows.
  return DESTINATION_TOKENS.has(type) ? { kind: "link", url: span } : { kind: "refused" };
}

/** Tokens come from the outside in: of links the innermost counts. */
function worse(known: MarkdownRefusal | undefined, more: MarkdownRefusal): MarkdownRefusal {
  return known?.kind === "refused" ? known : more;
}
