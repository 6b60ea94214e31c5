import type { IssuedPlaceholder, PlaceholderEntry, PlaceholderReader } from "@veil/pii/relink";
import { replaceSpans } from "@veil/pii/relink";
import { isInside, type Span, touching } from "@veil/pii/spans";
import { isJson, jsonEscaped, jsonLeaves } from "./json-leaves.ts";
import { fencedBlocks } from "./read-markdown.ts";
import { placesInStream } from "./stream/stream-relinker.ts";
import { chooseSubstitutions, countInText } from "./substitutions.ts";
import { type SplitText, splitDocument, splitLeaf, type ValueSlot } from "./view.ts";

export interface RelinkRule {
  readonly read: PlaceholderReader;
  readonly entries: readonly PlaceholderEntry[];
  readonly hosts: ReadonlySet<string>;
  /** True if the document is a JSON string, which may be a URL as a whole. */
  readonly isLeaf: boolean;
}

export interface Relinked {
  readonly blocks: readonly string[];
  readonly restored: number;
  /**
   * The number of placeholders that stay because they are in a link, an image or a tag, or next to
   * a URL.
   */
  readonly left: number;
}

/**
 * Restores placeholders in text and code. Each is judged both with letters in its place and with
 * its value; one that fails stays. After three rounds, only the placeholders that a stream would
 * restore are tried. JSON is read string by string, and blocks both one by one and joined.
 */
export function relinkDocument(
  blocks: readonly string[],
  { read, entries, hosts, isLeaf }: RelinkRule,
): Relinked {
  const { text, spans, slots } = readBlocks(blocks, read);
  if (slots.length === 0) return { blocks, restored: 0, left: 0 };
  const { views, leaves } = viewsOf({ text, isLeaf }, spans, slots);
  const inJson = new Set(leaves.flatMap((leaf) => leaf.slots));
  const substitutions = chooseSubstitutions(views, hosts, () => {
    const places = placesInStream(blocks, entries);
    return new Set(slots.filter(({ start }) => places.has(start)));
  });
  const replacement = (slot: ValueSlot, written: string) => {
    const value = substitutions.get(slot);
    if (value === undefined) return written;
    return inJson.has(slot) ? jsonEscaped(value) : value;
  };
  const relinked = blocks.map((block, index) => {
    const { start = 0, end = 0 } = spans[index] ?? {};
    const moved = touching(slots, { start, end }).map((slot) => ({
      ...{ start: slot.start - start, end: slot.end - start, slot },
    }));
    return replaceSpans(block, moved, ({ slot }, written) => replacement(slot, written));
  });
  return {
    blocks: relinked,
    restored: substitutions.size,
    left: slots.length - substitutions.size,
  };
}

export function countLinked(
  blocks: readonly string[],
  { read, isLeaf }: Pick<RelinkRule, "read" | "isLeaf">,
): number {
  const { text, spans, slots } = readBlocks(blocks, read);
  if (slots.length === 0) return 0;
  return slots.length - countInText(viewsOf({ text, isLeaf }, spans, slots).views);
}

interface Blocks {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly slots: readonly ValueSlot[];
}

function readBlocks(blocks: readonly string[], read: PlaceholderReader): Blocks {
  const text = blocks.join("");
  let end = 0;
  const spans = blocks.map(({ length }) => {
    end += length;
    return { start: end - length, end };
  });
  const found = read(text).map((slot) => ({ ...slot, written: text.slice(slot.start, slot.end) }));
  if (blocks.length === 1) return { text, spans, slots: found };
  const inBlocks = new Set(
    blocks.flatMap((block, index) => {
      const { start = 0 } = spans[index] ?? {};
      return read(block).map((slot) => placeOf(slot, start));
    }),
  );
  return { text, spans, slots: found.filter((slot) => inBlocks.has(placeOf(slot, 0))) };
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

function viewsOf(answer: Answer, blocks: readonly Span[], slots: readonly ValueSlot[]): Views {
  const whole = viewsOfDocument(answer, { start: 0, end: answer.text.length }, slots);
  if (blocks.length === 1) return whole;
  const each = blocks.map((block) => viewsOfDocument(answer, block, touching(slots, block)));
  const separate = slotsIn(each.flatMap(({ views }) => views));
  const together = slotsIn(whole.views);
  const inBoth = slots.filter((slot) => separate.has(slot) && together.has(slot));
  // If one reading never restores a slot, such as a JSON member name, the other reading must not
  // restore it either.
  if (inBoth.length < slots.length) return viewsOf(answer, blocks, inBoth);
  return {
    views: [whole, ...each].flatMap(({ views }) => views),
    leaves: [whole, ...each].flatMap(({ leaves }) => leaves),
  };
}

function slotsIn(views: readonly SplitText[]): ReadonlySet<ValueSlot> {
  return new Set(views.flatMap(({ slots }) => slots));
}

/**
 * Returns the views of a document. No view contains JSON member names, so they are never restored.
 */
function viewsOfDocument(
  { text, isLeaf }: Answer,
  document: Span,
  issued: readonly ValueSlot[],
): Views {
  const own = text.slice(document.start, document.end);
  if (isJson(own)) {
    const leaves = leafViews(text, document, issued);
    return { views: leaves, leaves };
  }
  const fenced = fencedBlocks(own)
    .map((block) => moved(block, document.start))
    .filter(({ start, end }) => isJson(text.slice(start, end)));
  const leaves = fenced.flatMap((block) => leafViews(text, block, issued));
  const inLeaves = new Set(leaves.flatMap(({ slots }) => slots));
  const inFenced = new Set(fenced.flatMap((block) => touching(issued, block)));
  const slots = issued.filter((slot) => inLeaves.has(slot) || !inFenced.has(slot));
  const whole = splitDocument(text, document, slots, {
    readsRuns: (slot) => !inLeaves.has(slot),
    isLeaf,
  });
  return { views: [whole, ...leaves], leaves };
}

function leafViews(text: string, json: Span, issued: readonly ValueSlot[]): SplitText[] {
  const inside = touching(issued, json);
  if (inside.length === 0) return [];
  const leaves = jsonLeaves(text.slice(json.start, json.end));
  return leaves.flatMap((leaf) => {
    const place = moved(leaf, json.start);
    const slots = touching(inside, place);
    if (slots.length === 0 || !slots.every((slot) => isInside(slot, place))) return [];
    try {
      return [splitLeaf(text, place, slots)];
    } catch {
      return [];
    }
  });
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
