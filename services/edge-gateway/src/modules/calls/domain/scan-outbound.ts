import type { AnswerBlocks } from "@veil/relink";
import type { TextScans } from "../text-scans.ts";
import { countsText } from "./events.ts";

export interface OutboundScan {
  readonly answer: AnswerBlocks;
  /** How many values were redacted. */
  readonly matches: number;
  /** By type, as events tell it. */
  readonly detectedTypes: string;
}

/** Redacts personal data that the model itself produced, in the blocks of one answer, before any value is put back. */
export async function scanOutbound(
  scans: Pick<TextScans, "answer">,
  blocks: readonly string[],
): Promise<OutboundScan> {
  const { counts, ...answer } = await scans.answer(blocks);
  const matches = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { answer, matches, detectedTypes: countsText(counts) };
}

/** How many placeholders stand where values stay out. Undefined when that cannot be read in time: the answer is as good. */
export async function linkedIn(
  scans: Pick<TextScans, "linked">,
  answer: AnswerBlocks,
): Promise<number | undefined> {
  return await scans.linked(answer).catch(() => undefined);
}
