import {
  createPlaceholderReader,
  findPlaceholders,
  type IssuedPlaceholder,
  type PlaceholderEntry,
  replaceSpans,
} from "@veil/pii/relink";
import { hasMarkup } from "./read-markdown.ts";
import { countLinked, type Relinked, type RelinkRule, relinkDocument } from "./relink-document.ts";

export interface AnswerBlocks {
  /** `json`: the only block is a JSON object or array, and each of its strings a document. */
  readonly form: "text" | "json";
  readonly blocks: readonly string[];
}

export interface RelinkRequest extends AnswerBlocks {
  readonly entries: readonly PlaceholderEntry[];
  /** Hosts named by the prompt template (`templateHosts`); links to them may carry values. */
  readonly hosts: readonly string[];
}

/** Restores values where no link, image or tag could transmit them. Blocks are read one by one and joined. */
export function relinkAnswer({ form, blocks, entries, hosts }: RelinkRequest): Relinked {
  const rule: RelinkRule = {
    read: createPlaceholderReader(entries),
    entries,
    hosts: new Set(hosts),
  };
  if (form === "text") return relinkDocument(blocks, rule);
  const [text = ""] = blocks;
  let [restored, left] = [0, 0];
  const value = mapStrings(JSON.parse(text), (leaf) => {
    const document = relinkDocument([leaf], rule);
    restored += document.restored;
    left += document.left;
    return document.blocks[0] ?? leaf;
  });
  return { blocks: [restored === 0 ? text : JSON.stringify(value)], restored, left };
}

/** Number of placeholders, known or not, in links, images, tags or next to URLs. */
export function linkedPlaceholders({ form, blocks }: AnswerBlocks): number {
  if (form === "text") return countLinked(blocks, placeholdersIn);
  let linked = 0;
  mapStrings(JSON.parse(blocks[0] ?? ""), (leaf) => {
    linked += countLinked([leaf], placeholdersIn);
    return leaf;
  });
  return linked;
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

/** `relinkAnswer`, if the answer is so short that a thread would cost more. */
export function relinkIfQuick(request: RelinkRequest): Relinked | undefined {
  return isQuickToRelink(request) ? relinkAnswer(request) : undefined;
}

/** Hostile markup takes longer than its length suggests. */
function isQuickToRelink({ blocks, entries }: RelinkRequest): boolean {
  const text = blocks.join("");
  if (text.length >= QUICK.text) return false;
  const issued = createPlaceholderReader(entries)(text);
  const length = issued.reduce((sum, { value }) => sum + value.length, text.length);
  if (length < QUICK.markup) return true;
  return length < QUICK.text && !hasMarkup(replaceSpans(text, issued, ({ value }) => value));
}

/** Whether `linkedPlaceholders` is fast enough for the event loop. */
export function isQuickToCount({ blocks }: Pick<AnswerBlocks, "blocks">): boolean {
  const text = blocks.join("");
  if (text.length < QUICK.markup) return true;
  return (
    text.length < QUICK.text && !hasMarkup(replaceSpans(text, findPlaceholders(text), () => "q"))
  );
}

/** Changes every string value. Keys stay: the model wrote them. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]);
  return Object.fromEntries(entries);
}
