import {
  createPlaceholderReader,
  findPlaceholders,
  type IssuedPlaceholder,
  type PlaceholderEntry,
  replaceSpans,
} from "@veil/pii/relink";
import { jsonLeaves, jsonRewritten, jsonUnescaped } from "./json-leaves.ts";
import { hasMarkup } from "./read-markdown.ts";
import { countLinked, type Relinked, type RelinkRule, relinkDocument } from "./relink-document.ts";

export interface AnswerBlocks {
  /** If `json`, the only block is a JSON object or array, and each of its strings is a document. */
  readonly form: "text" | "json";
  readonly blocks: readonly string[];
}

export interface TextBlocks {
  /** If `string`, the only block is a JSON string, which may be a URL as a whole. */
  readonly form: AnswerBlocks["form"] | "string";
  readonly blocks: readonly string[];
}

export interface RelinkRequest extends TextBlocks {
  readonly entries: readonly PlaceholderEntry[];
  /** Hosts that the prompt template names (`templateHosts`); links to them may carry values. */
  readonly hosts: readonly string[];
}

/**
 * Restores values where no link, image or tag could transmit them. Blocks are read both one by one
 * and joined.
 */
export function relinkAnswer({ form, blocks, entries, hosts }: RelinkRequest): Relinked {
  const rule: RelinkRule = {
    read: createPlaceholderReader(entries),
    entries,
    hosts: new Set(hosts),
    isLeaf: form !== "text",
  };
  if (form !== "json") return relinkDocument(blocks, rule);
  const [text = ""] = blocks;
  let [restored, left] = [0, 0];
  const json = replaceSpans(text, jsonLeaves(text), (_leaf, written) => {
    const leaf = jsonUnescaped(written);
    const document = relinkDocument([leaf], rule);
    restored += document.restored;
    left += document.left;
    return document.restored === 0
      ? written
      : jsonRewritten(written, leaf, document.blocks.join(""));
  });
  return { blocks: [json], restored, left };
}

/** Counts the placeholders, known or not, that are in links, images or tags, or next to URLs. */
export function linkedPlaceholders({ form, blocks }: AnswerBlocks): number {
  const rule = { read: placeholdersIn, isLeaf: form !== "text" };
  if (form === "text") return countLinked(blocks, rule);
  const [text = ""] = blocks;
  return jsonLeaves(text)
    .map(({ start, end }) => countLinked([jsonUnescaped(text.slice(start, end))], rule))
    .reduce((sum, linked) => sum + linked, 0);
}

function placeholdersIn(text: string): readonly IssuedPlaceholder[] {
  return findPlaceholders(text)
    .filter(({ placeholder }) => !placeholder.startsWith("[LITERAL_"))
    .map((found) => ({
      ...found,
      value: found.placeholder.startsWith("[EMAIL_") ? "q@q.example" : "q",
    }));
}

const QUICK = { text: 16 * 1024, markup: 2 * 1024 };

/**
 * Calls `relinkAnswer` if the answer is so short that a thread would cost more. Otherwise returns
 * undefined.
 */
export function relinkIfQuick(request: RelinkRequest): Relinked | undefined {
  return isQuickToRelink(request) ? relinkAnswer(request) : undefined;
}

/**
 * Returns whether `relinkAnswer` is fast enough for the event loop. Texts with markup must be
 * shorter, because hostile markup takes longer than its length suggests.
 */
function isQuickToRelink({ blocks, entries }: RelinkRequest): boolean {
  const text = blocks.join("");
  if (text.length >= QUICK.text) return false;
  const issued = createPlaceholderReader(entries)(text);
  const length = issued.reduce((sum, { value }) => sum + value.length, text.length);
  if (length < QUICK.markup) return true;
  return length < QUICK.text && !hasMarkup(replaceSpans(text, issued, ({ value }) => value));
}

/** Returns whether `linkedPlaceholders` is fast enough for the event loop. */
export function isQuickToCount({ blocks }: Pick<AnswerBlocks, "blocks">): boolean {
  const text = blocks.join("");
  if (text.length < QUICK.markup) return true;
  return (
    text.length < QUICK.text && !hasMarkup(replaceSpans(text, findPlaceholders(text), () => "q"))
  );
}
