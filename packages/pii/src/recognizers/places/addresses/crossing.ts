import { isNameWord, isSentenceWord } from "../words/address-words.ts";
import { wordsAfter } from "../words/words.ts";
import type { Tail } from "./address-tail.ts";
import type { Street } from "./street.ts";
import { trailingStrength } from "./street-types.ts";

const { max } = Math;

const CORNER = /(?:\bthe )?\bcorner of (?:the )?$/i;
const CROSSED =
  /(?:^|[\n:] {0,6}|\b(?:in|at|to|is|of|on) )((?:the corner of )?\p{Lu}\p{L}{1,20} (?:and|&|und) )$/u;

/** Returns the end of the street that crosses `street`, as in "12 Main Street and Elm Avenue". */
export function crossingAfter(text: string, { end, lower }: Street): number {
  const joint =
    /^\.?(?: St\.?)?(?:[ \t](?:and|und|&)|[ \t]?\/)(?=[ \t])/.exec(
      text.slice(end, end + 10),
    )?.[0] ?? "";
  if (joint === "") return end;
  const words = wordsAfter(text, end + joint.length, 5);
  for (const [index, word] of words.entries()) {
    const strength = index === 0 ? undefined : trailingStrength(word);
    if (strength !== undefined) return word.end;
    if (!isNameWord(word, lower) || isSentenceWord(word)) return end;
  }
  return end;
}

/**
 * Returns where an intersection begins whose second street begins at `start`: with "the corner of"
 * or "Elm and".
 */
export function crossingBefore(text: string, start: number, { score }: Tail): number {
  const before = text.slice(max(0, start - 40), start);
  const corner = CORNER.exec(before)?.[0] ?? "";
  if (corner !== "" || score > 0) return start - corner.length;
  return start - (CROSSED.exec(before)?.[1]?.length ?? 0);
}
