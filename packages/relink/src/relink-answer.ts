import {
  createPlaceholderReader,
  findPlaceholders,
  type IssuedPlaceholder,
  type PlaceholderEntry,
  replaceSpans,
} from "@veil/pii/relink";
import { hasMarkup } from "./read-markdown.ts";
import { countLinked, type Relinked, type RelinkRule, relinkDocument } from "./relink-document.ts";

/** What an answer says, in one or more blocks of text one after the other. */
export interface AnswerBlocks {
  /** `json`: the one block is a JSON object or array, and every string value in it a document of its own. */
  readonly form: "text" | "json";
  readonly blocks: readonly string[];
}

export interface RelinkRequest extends AnswerBlocks {
  /** The placeholders of the request, and what they stand for. */
  readonly entries: readonly PlaceholderEntry[];
  /** Hosts that the prompt template names (`templateHosts`): links to them may carry values. */
  readonly hosts: readonly string[];
}

/**
 * Puts the values back into an answer, wherever no link, image or tag could carry them away: as each block is read by
 * itself, and as all of them are read together.
 */
export function relinkAnswer({ form, blocks, entries, hosts }: RelinkRequest): Relinked {
  const rule: RelinkRule = { read: createPlaceholderReader(entries), hosts: new Set(hosts) };
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

/**
 * How many placeholders, whatever they stand for, stand in links, images, tags or beside URLs: values stay out of
 * there, but for links to hosts that the template names.
 */
export function linkedPlaceholders({ form, blocks }: AnswerBlocks): number {
  if (form === "text") return countLinked(blocks, placeholdersIn);
  let linked = 0;
  mapStrings(JSON.parse(blocks[0] ?? ""), (leaf) => {
    linked += countLinked([leaf], placeholdersIn);
    return leaf;
  });
  return linked;
}

/** Of text that was typed like a placeholder it does not matter where it stands. */
function placeholdersIn(text: string): readonly IssuedPlaceholder[] {
  return findPlaceholders(text)
    .filter(({ placeholder }) => !placeholder.startsWith("[LITERAL_"))
    .map((found) => ({
      ...found,
      value: found.placeholder.startsWith("[EMAIL_") ? "q@q.example" : "q",
    }));
}

/** UTF-16 code units of an answer and its values that are read in about a millisecond. */
const QUICK = { text: 16 * 1024, markup: 2 * 1024 };

/** As `relinkAnswer`, if the answer is read so quickly that a thread would cost more. */
export function relinkIfQuick(request: RelinkRequest): Relinked | undefined {
  return isQuickToRelink(request) ? relinkAnswer(request) : undefined;
}

/** Hostile markup takes longer than its length says. */
function isQuickToRelink({ blocks, entries }: RelinkRequest): boolean {
  const text = blocks.join("");
  if (text.length >= QUICK.text) return false;
  const issued = createPlaceholderReader(entries)(text);
  const length = issued.reduce((sum, { value }) => sum + value.length, text.length);
  if (length < QUICK.markup) return true;
  return length < QUICK.text && !hasMarkup(replaceSpans(text, issued, ({ value }) => value));
}

/** Whether `linkedPlaceholders` is as quick. */
export function isQuickToCount({ blocks }: Pick<AnswerBlocks, "blocks">): boolean {
  const text = blocks.join("");
  if (text.length < QUICK.markup) return true;
  return (
    text.length < QUICK.text && !hasMarkup(replaceSpans(text, findPlaceholders(text), () => "q"))
  );
}

/** Applies `change` to every string leaf. Keys stay: they are the model's words, not the customer's values. */
function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)]);
  return Object.fromEntries(entries);
}
