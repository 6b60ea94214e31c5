import { isInside, type Span, touching } from "@veil/pii/spans";
import { parse, postprocess, preprocess } from "micromark";
import { gfm } from "micromark-extension-gfm";
import type { ParseOptions } from "micromark-util-types";

type MarkdownRefusal =
  | { readonly kind: "refused"; readonly url?: never }
  | { readonly kind: "link"; readonly url: Span };

/**
 * Markdown is read in both flavors, because one renderer's footnote or table cell may be a
 * definition, code or an image for another renderer.
 */
const FLAVORS = [{ extensions: [gfm()] }, { extensions: [] }];

/** Tokens of text and code. Any other token refuses the spans that it touches. */
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
  readonly html: readonly Span[];
}

/**
 * Returns the spans that CommonMark, with or without GitHub's extensions, does not read as text or
 * code. It leaves HTML blocks to `readHtml`, and allows an autolink that is exactly one span.
 */
export function readMarkdown(text: string, spans: readonly Span[]): MarkdownReading {
  const refusals = new Map<Span, MarkdownRefusal>();
  const html: Span[] = [];
  if (!hasMarkup(text)) return { refusals, html };
  for (const { type, span } of FLAVORS.flatMap((flavor) => tokens(text, flavor))) {
    if (HTML_TOKENS.has(type)) html.push(span);
    if (TEXT_TOKENS.has(type)) continue;
    for (const stretch of touching(spans, span)) {
      if (AUTOLINK_TOKENS.has(type) && isInside(span, stretch)) continue;
      refusals.set(stretch, worse(refusals.get(stretch), refusalBy(type, span)));
    }
  }
  return { refusals, html: html.sort((one, other) => one.start - other.start) };
}

/**
 * Returns whether a text may have tokens other than text, code and the links that `readRuns` knows.
 */
export function hasMarkup(text: string): boolean {
  return MARKUP.test(text);
}

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
  // This token surrounds the destination, whose own token follows.
  return DESTINATION_TOKENS.has(type) ? { kind: "link", url: span } : { kind: "refused" };
}

/**
 * Returns the refusal that counts. Tokens come from the outside in, so the innermost link counts.
 */
function worse(known: MarkdownRefusal | undefined, more: MarkdownRefusal): MarkdownRefusal {
  return known?.kind === "refused" ? known : more;
}
