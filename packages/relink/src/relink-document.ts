import type { IssuedPlaceholder, PlaceholderEntry, PlaceholderReader } from "@veil/pii/relink";
import { replaceSpans } from "@veil/pii/relink";
import { isInside, type Span, touching } from "@veil/pii/spans";
import { countInText, fillsFor } from "./substitutions.ts";
import { isJson, jsonEscaped, jsonLeaves } from "./json-leaves.ts";
import { fencedBlocks } from "./read-markdown.ts";
import { placesInStream } from "./stream/stream-relinker.ts";
import { type Gap, type SplitText, splitDocument, splitLeaf } from "./view.ts";

export interface RelinkRule {
  readonly read: PlaceholderReader;
  readonly entries: readonly PlaceholderEntry[];
  readonly hosts: ReadonlySet<string>;
  /** The document is a string of JSON, which may be a URL as a whole. */
  readonly isLeaf: boolean;
}

export interface Relinked {
  readonly blocks: readonly string[];
  readonly restored: number;
  /** Placeholders that stay, because they are in a link, an image, a tag or next to a URL. */
  readonly left: number;
}

/**
 * Restores placeholders in text and code, judged with letters in their place and with the values.
 * It leaves a failing one, in up to three rounds, and then tries only what a stream restores. It
 * reads JSON string by string, blocks one by one and joined.
 */
export function relinkDocument(
  blocks: readonly string[],
  { read, entries, hosts, isLeaf }: RelinkRule,
): Relinked {
  const { text, spans, gaps } = readBlocks(blocks, read);
  if (gaps.length === 0) return { blocks, restored: 0, left: 0 };
  const { views, leaves } = viewsOf({ text, isLeaf }, spans, gaps);
  const inJson = new Set(leaves.flatMap((leaf) => leaf.gaps));
  const fills = fillsFor(views, hosts, () => {
    const places = placesInStream(blocks, entries);
    return new Set(gaps.filter(({ start }) => places.has(start)));
  });
  const replacement = (gap: Gap, written: string) => {
    const value = fills.get(gap);
    if (value === undefined) return written;
    return inJson.has(gap) ? jsonEscaped(value) : value;
  };
  const relinked = blocks.map((block, index) => {
    const { start = 0, end = 0 } = spans[index] ?? {};
    const moved = touching(gaps, { start, end }).map((gap) => ({
      ...{ start: gap.start - start, end: gap.end - start, gap },
    }));
    return replaceSpans(block, moved, ({ gap }, written) => replacement(gap, written));
  });
  return { blocks: relinked, restored: fills.size, left: gaps.length - fills.size };
}

export function countLinked(
  blocks: readonly string[],
  { read, isLeaf }: Pick<RelinkRule, "read" | "isLeaf">,
): number {
  const { text, spans, gaps } = readBlocks(blocks, read);
  if (gaps.length === 0) return 0;
  return gaps.length - countInText(viewsOf({ text, isLeaf }, spans, gaps).views);
}

interface Blocks {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly gaps: readonly Gap[];
}

function readBlocks(blocks: readonly string[], read: PlaceholderReader): Blocks {
  const text = blocks.join("");
  let end = 0;
  const spans = blocks.map(({ length }) => {
    end += length;
    return { start: end - length, end };
  });
  const found = read(text).map((gap) => ({ ...gap, written: text.slice(gap.start, gap.end) }));
  if (blocks.length === 1) return { text, spans, gaps: found };
  const inBlocks = new Set(
    blocks.flatMap((block, index) => {
      const { start = 0 } = spans[index] ?? {};
      return read(block).map((gap) => placeOf(gap, start));
    }),
  );
  return { text, spans, gaps: found.filter((gap) => inBlocks.has(placeOf(gap, 0))) };
}

function placeOf({ start, end, placeholder }: IssuedPlaceholder, from: number): string {
  return `${start + from} ${end + from} ${placeholder}`;
}

interface Views {
  readonly views: readonly SplitText[];
  readonly leaves: readonly SplitText[];
}

interface Answer {
  readonly text: string;
  readonly isLeaf: boolean;
}

function viewsOf(answer: Answer, blocks: readonly Span[], gaps: readonly Gap[]): Views {
  const whole = viewsOfDocument(answer, { start: 0, end: answer.text.length }, gaps);
  if (blocks.length === 1) return whole;
  const each = blocks.map((block) => viewsOfDocument(answer, block, touching(gaps, block)));
  const separate = gapsIn(each.flatMap(({ views }) => views));
  const together = gapsIn(whole.views);
  const inBoth = gaps.filter((gap) => separate.has(gap) && together.has(gap));
  // What one reading never restores, such as a JSON member name, the other must not restore either.
  if (inBoth.length < gaps.length) return viewsOf(answer, blocks, inBoth);
  return {
    views: [whole, ...each].flatMap(({ views }) => views),
    leaves: [whole, ...each].flatMap(({ leaves }) => leaves),
  };
}

function gapsIn(views: readonly SplitText[]): ReadonlySet<Gap> {
  return new Set(views.flatMap(({ gaps }) => gaps));
}

/** No view contains JSON member names, so they are never restored. */
function viewsOfDocument({ text, isLeaf }: Answer, document: Span, issued: readonly Gap[]): Views {
  const own = text.slice(document.start, document.end);
  if (isJson(own)) {
    const leaves = leafViews(text, document, issued);
    return { views: leaves, leaves };
  }
  const fenced = fencedBlocks(own)
    .map((block) => moved(block, document.start))
    .filter(({ start, end }) => isJson(text.slice(start, end)));
  const leaves = fenced.flatMap((block) => leafViews(text, block, issued));
  const inLeaves = new Set(leaves.flatMap(({ gaps }) => gaps));
  const inFenced = new Set(fenced.flatMap((block) => touching(issued, block)));
  const gaps = issued.filter((gap) => inLeaves.has(gap) || !inFenced.has(gap));
  const whole = splitDocument(text, document, gaps, {
    readsRuns: (gap) => !inLeaves.has(gap),
    isLeaf,
  });
  return { views: [whole, ...leaves], leaves };
}

function leafViews(text: string, json: Span, issued: readonly Gap[]): SplitText[] {
  const inside = touching(issued, json);
  if (inside.length === 0) return [];
  const leaves = jsonLeaves(text.slice(json.start, json.end));
  return leaves.flatMap((leaf) => {
    const place = moved(leaf, json.start);
    const gaps = touching(inside, place);
    if (gaps.length === 0 || !gaps.every((gap) => isInside(gap, place))) return [];
    try {
      return [splitLeaf(text, place, gaps)];
    } catch {
      return [];
    }
  });
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
