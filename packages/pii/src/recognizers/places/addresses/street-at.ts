import type { Span } from "../../../finding.ts";
import type { Street } from "./street.ts";
import { numberFirst } from "./street-number-first.ts";
import { numberLast } from "./street-number-last.ts";

/** Returns the street whose house number, or the first of its numbers, is `number`. */
export function streetAt(text: string, number: Span): Street | undefined {
  const ahead = numberFirst(text, number);
  const behind = numberLast(text, number);
  if (ahead === undefined || behind === undefined) return ahead ?? behind;
  if (behind.score < 1.5) return weaker(ahead, behind);
  return ahead.score < 1.5 ? behind : joined(behind, ahead);
}

/**
 * Returns the stronger of two streets, one of which is weak. A bare name before the number joins
 * the street after it: "Storgarden 52 Trajanka Forks".
 */
function weaker(ahead: Street, behind: Street): Street {
  if (ahead.score >= 1.5) return behind.score === 0 ? joined(behind, ahead) : ahead;
  return behind.score > ahead.score ? behind : ahead;
}

function joined(behind: Street, { end, score, lower }: Street): Street {
  return { start: behind.start, end, score, lower };
}
