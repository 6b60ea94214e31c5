import type { AnswerBlock } from "@veil/contracts/inference";
import type { ToolCallBlock } from "@veil/contracts/tools";
import type { AnswerBlocks } from "@veil/relink";
import { textIn } from "../content/native-result.ts";
import type { AnswerInput, TextScans } from "./text-scans.ts";

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
