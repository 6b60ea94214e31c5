import type { IssuedPlaceholder, PlaceholderReader } from "@veil/pii/relink";
import { replaceSpans } from "@veil/pii/relink";
import { isJson, jsonEscaped, jsonLeaves } from "./json-leaves.ts";
import { fencedBlocks } from "./read-markdown.ts";
import { type Span, touching } from "./reading.ts";
import { countInText, settle } from "./settle.ts";
import { documentView, type Gap, leafView, type View } from "./view.ts";

export interface RelinkRule {
  /** The placeholders of the request. */
  readonly read: PlaceholderReader;
  /** Hosts, as in `URL.host`, to which a link may carry values. */
  readonly hosts: ReadonlySet<string>;
}

export interface Relinked {
  readonly text: string;
  /** Placeholders that were replaced. */
  readonly restored: number;
  /** Placeholders of the request that stay, since they stand in a link, an image, a tag or beside a URL. */
  readonly left: number;
}

/**
 * Restores the placeholders of one document where they stand in text or code: as an answer with letters in their
 * place is read, and as the restored answer is. One that fails is left and the answer is read again; if it is
 * not settled after three rounds, no value is restored. JSON, whole or in a fenced block, is read string by string.
 */
export function relinkDocument(text: string, { read, hosts }: RelinkRule): Relinked {
  const issued = gapsIn(text, read(text));
  if (issued.length === 0) return { text, restored: 0, left: 0 };
  const { views, leaves } = viewsOf(text, issued);
  const inJson = new Set(leaves.flatMap(({ gaps }) => gaps));
  const put = settle(views, hosts);
  const replacement = (gap: Gap, written: string) => {
    const value = put.get(gap);
    if (value === undefined) return written;
    return inJson.has(gap) ? jsonEscaped(value) : value;
  };
  return {
    text: replaceSpans(text, issued, replacement),
    restored: put.size,
    left: issued.length - put.size,
  };
}

/** How many of these placeholders stand where no value is put back, or only into a link: whatever they stand for. */
export function countLinked(text: string, issued: readonly IssuedPlaceholder[]): number {
  if (issued.length === 0) return 0;
  const gaps = gapsIn(text, issued);
  return gaps.length - countInText(viewsOf(text, gaps).views);
}

function gapsIn(text: string, issued: readonly IssuedPlaceholder[]): readonly Gap[] {
  return issued.map((found) => ({ ...found, written: text.slice(found.start, found.end) }));
}

/** Names of members in JSON are in no view: they are never restored. */
function viewsOf(text: string, issued: readonly Gap[]) {
  if (isJson(text)) {
    const leaves = leafViews(text, { start: 0, end: text.length }, issued);
    return { views: leaves, leaves };
  }
  const blocks = fencedBlocks(text).filter(({ start, end }) => isJson(text.slice(start, end)));
  const leaves = blocks.flatMap((block) => leafViews(text, block, issued));
  const inLeaves = new Set(leaves.flatMap(({ gaps }) => gaps));
  const inBlocks = new Set(blocks.flatMap((block) => touching(issued, block)));
  const gaps = issued.filter((gap) => inLeaves.has(gap) || !inBlocks.has(gap));
  const whole = documentView(text, gaps, (gap) => !inLeaves.has(gap));
  return { views: [whole, ...leaves], leaves };
}

function leafViews(text: string, json: Span, issued: readonly Gap[]): View[] {
  const inside = touching(issued, json);
  if (inside.length === 0) return [];
  const leaves = jsonLeaves(text.slice(json.start, json.end));
  return leaves.flatMap((leaf) => {
    const moved = { start: leaf.start + json.start, end: leaf.end + json.start };
    const gaps = touching(inside, moved);
    if (gaps.length === 0 || !gaps.every((gap) => gap.start >= moved.start && gap.end <= moved.end))
      return [];
    try {
      return [leafView(text, moved, gaps)];
    } catch {
      return [];
    }
  });
}
