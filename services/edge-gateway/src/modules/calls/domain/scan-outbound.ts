import type { AnswerBlocks } from "@veil/relink";
import type { AnswerParts, TextScans } from "../text-scans.ts";
import { countsText } from "./events.ts";

export interface OutboundScan {
  readonly answer: AnswerBlocks;
  readonly matches: number;
  readonly detectedTypes: string;
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
  const matches = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { answer, matches, detectedTypes: countsText(counts) };
}

/** The number of placeholders that are not restored. Undefined when it cannot be read in time. */
export async function linkedIn(
  scans: Pick<TextScans, "linked">,
  answer: AnswerBlocks,
): Promise<number | undefined> {
  return await scans.linked(answer).catch(() => undefined);
}
