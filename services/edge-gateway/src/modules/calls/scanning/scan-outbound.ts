import type { AnswerBlock } from "@veil/contracts/inference";
import type { ThoughtBlock } from "@veil/contracts/thinking";
import type { ToolCallBlock } from "@veil/contracts/tools";
import { redactOutbound } from "@veil/pii/outbound";
import type { AnswerBlocks } from "@veil/relink";
import { integerIn, replaceLeaves, type WrittenLeaf, writtenAs } from "../content/json-leaves.ts";
import type { AnswerInput, AnswerScan, TextScans } from "./text-scans.ts";

export type Counts = Readonly<Record<string, number>>;

/** One choice of the model's answer. */
export interface OutboundChoice {
  readonly text: string;
  /**
   * Tool calls, which follow the text. Arguments are JSON, unless the model was cut off in the
   * middle of them.
   */
  readonly calls: readonly Pick<ToolCallBlock, "name" | "arguments">[];
  /** Thoughts, which precede the text. Values are not restored in them. */
  readonly thoughts: readonly ThoughtBlock[];
}

interface ScannedChoice extends OutboundChoice {
  /** The scanned text in the form that re-link needs. */
  readonly answer: AnswerBlocks;
}

export interface OutboundScan {
  readonly choices: readonly ScannedChoice[];
  /** The number of redactions by type. */
  readonly counts: Counts;
  /**
   * The number of placeholders that are not restored because of their position. Undefined if they
   * cannot be counted in time.
   */
  readonly linked: number | undefined;
}

interface OutboundOptions extends Pick<AnswerInput, "keep"> {
  /**
   * Names of the tools in whose arguments values are restored. Undefined if the call restores no
   * values.
   */
  readonly relinkTools: ReadonlySet<string> | undefined;
}

export type OutboundScans = Pick<TextScans, "answer" | "linked">;

export function textIn(blocks: readonly AnswerBlock[]): string {
  return blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
}

export function choiceOf(blocks: readonly AnswerBlock[]): OutboundChoice {
  return {
    text: textIn(blocks),
    calls: blocks.filter((block) => block.type === "tool_use"),
    thoughts: blocks.filter(
      (block) => block.type === "thinking" || block.type === "redacted_thinking",
    ),
  };
}

/**
 * Redacts personal data that the model itself wrote, before values are restored. It also redacts
 * values that an allow list keeps, because the gateway cannot know whether the model repeats such a
 * value or means another person.
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
    // Arguments without findings stay exactly as the model wrote them.
    return { name, arguments: total(counts) === 0 ? json : text, counts, linked };
  }

  async function scanThought(thought: ThoughtBlock) {
    const { counts } = await scan(thought.type === "thinking" ? thought.thinking : "", false);
    return { thought, counts };
  }

  async function scanChoice({ text, calls, thoughts }: OutboundChoice) {
    const [scanned, scannedCalls, scannedThoughts] = await Promise.all([
      scan(text, relinkTools !== undefined),
      Promise.all(calls.map(scanCall)),
      Promise.all(thoughts.map(scanThought)),
    ]);
    // The signature of a thought is for its whole text, so a thought with a finding is left out.
    const clean = scannedThoughts.filter(({ counts }) => total(counts) === 0);
    return {
      ...{ ...scanned, calls: scannedCalls, thoughts: clean.map(({ thought }) => thought) },
      thoughtCounts: addedUp(scannedThoughts.map(({ counts }) => counts)),
    };
  }

  const choices = await Promise.all(given.map(scanChoice));
  const texts = choices.flatMap((choice) => [choice, ...choice.calls]);
  const thoughts = choices.map(({ thoughtCounts }) => thoughtCounts);
  const linked = texts.map((text) => text.linked);
  return {
    choices,
    counts: addedUp([...texts.map(({ counts }) => counts), ...thoughts]),
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

/** JSON with more levels is treated as text. */
const MAX_DEPTH = 200;
/** How many characters before a value the recognizers search for context words. */
const CONTEXT_CHARS = 40;

type Redact = (text: string, field: string) => string;

/**
 * Redacts an answer as the customer's program would read it. A JSON object or array is redacted
 * value by value: there, `max\u0040example.com` is an address and digits without quotes can be a
 * card number. Everything else stays as the model wrote it. Blocks are joined into one if a scan of
 * the joined text finds more than separate scans of the blocks.
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

/** Adds a number to names that redaction made equal, so that no value is lost. */
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
