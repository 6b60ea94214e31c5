import type { AnswerBlock } from "@veil/contracts/inference";
import type { ToolCallBlock } from "@veil/contracts/tools";
import { redactOutbound } from "@veil/pii/outbound";
import type { AnswerBlocks } from "@veil/relink";
import { integerIn, replaceLeaves, type WrittenLeaf, writtenAs } from "../content/json-leaves.ts";
import type { AnswerInput, AnswerScan, TextScans } from "./text-scans.ts";

export type Counts = Readonly<Record<string, number>>;

/** What the model wrote in one choice. */
export interface OutboundChoice {
  readonly text: string;
  /** Calls of tools, after the text. Arguments are JSON, unless the model was cut off in them. */
  readonly calls: readonly Pick<ToolCallBlock, "name" | "arguments">[];
}

interface ScannedChoice extends OutboundChoice {
  /** The text in the form in which values are restored in it. */
  readonly answer: AnswerBlocks;
}

export interface OutboundScan {
  readonly choices: readonly ScannedChoice[];
  /** What was redacted, by type. */
  readonly counts: Counts;
  /** Placeholders that are not restored. Undefined when they cannot be counted in time. */
  readonly linked: number | undefined;
}

interface OutboundOptions extends Pick<AnswerInput, "keep"> {
  /** Tools in whose arguments values are restored. Undefined if the call restores none. */
  readonly relinkTools: ReadonlySet<string> | undefined;
}

export type OutboundScans = Pick<TextScans, "answer" | "linked">;

export function textIn(blocks: readonly AnswerBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

export function choiceOf(blocks: readonly AnswerBlock[]): OutboundChoice {
  return { text: textIn(blocks), calls: blocks.filter((block) => block.type === "tool_use") };
}

/**
 * Redacts personal data that the model itself wrote, before values are restored. It also redacts
 * values that a list allows: the gateway cannot know whether the model repeats the value or names
 * another person by it.
 */
export async function scanOutbound(
  scans: OutboundScans,
  given: readonly OutboundChoice[],
  { keep, relinkTools }: OutboundOptions,
): Promise<OutboundScan> {
  async function scan(text: string, isRestored: boolean) {
    const { counts, ...answer } = await scans.answer({ blocks: [text], keep });
    const linked = isRestored ? await scans.linked(answer).catch(() => undefined) : 0;
    return { answer, text: answer.blocks.join(""), counts, linked };
  }

  async function scanCall({ name, arguments: json }: OutboundChoice["calls"][number]) {
    const { text, counts, linked } = await scan(json, relinkTools?.has(name) ?? false);
    // Arguments in which nothing is found stay as the model wrote them.
    return { name, arguments: total(counts) === 0 ? json : text, counts, linked };
  }

  async function scanChoice({ text, calls }: OutboundChoice) {
    const [scanned, scannedCalls] = await Promise.all([
      scan(text, relinkTools !== undefined),
      Promise.all(calls.map(scanCall)),
    ]);
    return { ...scanned, calls: scannedCalls };
  }

  const choices = await Promise.all(given.map(scanChoice));
  const texts = choices.flatMap((choice) => [choice, ...choice.calls]);
  const linked = texts.map((text) => text.linked);
  return {
    choices,
    counts: addedUp(texts.map(({ counts }) => counts)),
    linked: linked.includes(undefined)
      ? undefined
      : linked.reduce<number>((sum, one = 0) => sum + one, 0),
  };
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function addedUp(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const [type, count] of all.flatMap(Object.entries<number>))
    sums[type] = (sums[type] ?? 0) + count;
  return sums;
}

/** Deeper structures stay text. */
const MAX_DEPTH = 200;
/** A recognizer looks for context words as far back as this. */
const CONTEXT_CHARS = 40;

type Redact = (text: string, field: string) => string;

/**
 * Redacts an answer as the customer reads it: value by value when it is a JSON object or array,
 * where `max\u0040example.com` is an address and digits without quotes are a card. All else stays
 * as the model wrote it. Blocks that together hold more than each alone become one.
 */
export function scanAnswer({ blocks, keep }: AnswerInput): AnswerScan {
  const kept = new Set(keep);
  const [text = "", ...others] = blocks;
  if (others.length === 0 && isShallowJson(text)) {
    const { redact, counts } = createRedaction(kept);
    return { form: "json", blocks: [redactedJson(text, redact)], counts: counts() };
  }
  const each = redactTexts(blocks, kept);
  if (others.length === 0) return each;
  const together = redactTexts([blocks.join("")], kept);
  return matchesIn(together) > matchesIn(each) ? together : each;
}

function redactTexts(texts: readonly string[], kept: ReadonlySet<string>): AnswerScan {
  const { redact, counts } = createRedaction(kept);
  const blocks = texts.map((text) => redact(text, ""));
  return { form: "text", blocks, counts: counts() };
}

function matchesIn({ counts }: AnswerScan): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function createRedaction(keep: ReadonlySet<string>) {
  const counts = new Map<string, number>();
  const redact: Redact = (written, field) => {
    const before = field === "" ? "" : `${field.slice(-CONTEXT_CHARS)}: `;
    const { text, matches } = redactOutbound(written, { before, keep });
    for (const { type, count } of matches) counts.set(type, (counts.get(type) ?? 0) + count);
    return text;
  };
  return { redact, counts: () => Object.fromEntries(counts) };
}

function isShallowJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    return isShallow(JSON.parse(text), MAX_DEPTH);
  } catch {
    return false;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

function redactedJson(json: string, redact: Redact): string {
  const names = createNames();
  return replaceLeaves(json, (leaf) => {
    const value = valueIn(leaf);
    if (value === undefined) return leaf.written;
    const text = redact(value, leaf.member ?? "");
    const clean = leaf.kind === "name" ? names.add(leaf.object, value, text) : text;
    return clean === value ? leaf.written : writtenAs(leaf, clean);
  });
}

function valueIn({ kind, written }: WrittenLeaf): string | undefined {
  return kind === "number" ? integerIn(written) : (JSON.parse(written) as string);
}

/** Names that become equal by redaction get a number, so that no value is lost. */
function createNames() {
  const objects = new Map<number, { readonly all: Set<string>; readonly redacted: Set<string> }>();
  return {
    add(object: number, name: string, text: string): string {
      const { all, redacted } = objects.get(object) ?? { all: new Set(), redacted: new Set() };
      objects.set(object, { all, redacted });
      const isTaken = text === name ? redacted.has(text) : all.has(text);
      const own = isTaken ? `${text} (${all.size + 1})` : text;
      all.add(own);
      if (text !== name) redacted.add(own);
      return own;
    },
  };
}
