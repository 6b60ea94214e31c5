import { redactOutbound } from "@veil/pii/outbound";
import type { AnswerScan } from "../../ports/text-scans.ts";

export function scanAnswer(answer: string): AnswerScan {
  const { text, matches } = redactOutbound(answer);
  return { text, counts: Object.fromEntries(matches.map(({ type, count }) => [type, count])) };
}
