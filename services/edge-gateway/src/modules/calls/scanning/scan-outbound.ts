import type { AnswerBlocks } from "@veil/relink";
import type { AnswerParts, TextScans } from "./text-scans.ts";

export type Counts = Readonly<Record<string, number>>;

export interface OutboundScan {
  readonly answer: AnswerBlocks;
  /** What was redacted, by type. */
  readonly counts: Counts;
}

/**
 * Redacts personal data that the model itself wrote, before values are restored. Values that a list allows are redacted,
 * too: whether the model repeats the value or names another person by it cannot be known.
 */
export async function scanOutbound(
  scans: Pick<TextScans, "answer">,
  parts: AnswerParts,
): Promise<OutboundScan> {
  const { counts, ...answer } = await scans.answer(parts);
  return { answer, counts };
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function addedUp(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const [type, count] of all.flatMap(Object.entries<number>))
    sums[type] = (sums[type] ?? 0) + count;
  return sums;
}

/** The number of placeholders that are not restored. Undefined when it cannot be read in time. */
export async function linkedIn(
  scans: Pick<TextScans, "linked">,
  answer: AnswerBlocks,
): Promise<number | undefined> {
  return await scans.linked(answer).catch(() => undefined);
}
