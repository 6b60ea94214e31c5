import { LOWERED } from "../../text/character-tables.ts";

interface Letter {
  readonly before: Map<number, Letter>;
  /** Whether an ending begins with this letter. */
  isFirst: boolean;
}

/** The long s, which has the same upper case as "s". */
const LONG_S = 0x17f;
const LETTER_S = "s".charCodeAt(0);

/**
 * Returns a function that finds the shortest of the endings with which a word of any case ends, and
 * returns its start or -1. It reads the word backwards: two or three letters exclude most words, no
 * matter how many endings there are.
 */
export function wordEndings(endings: string): (word: string) => number {
  const end = newLetter();
  for (const ending of endings.trim().split(/\s+/)) add(end, ending);
  return (word) => {
    let letter: Letter | undefined = end;
    for (let at = word.length - 1; at >= 0; at -= 1) {
      letter = letter.before.get(lowered(word.charCodeAt(at)));
      if (letter === undefined) return -1;
      if (letter.isFirst) return at;
    }
    return -1;
  };
}

function add(end: Letter, ending: string): void {
  let letter = end;
  for (let at = ending.length - 1; at >= 0; at -= 1) {
    const unit = ending.charCodeAt(at);
    const before = letter.before.get(unit) ?? newLetter();
    letter.before.set(unit, before);
    letter = before;
  }
  letter.isFirst = true;
}

function newLetter(): Letter {
  return { before: new Map(), isFirst: false };
}

function lowered(unit: number): number {
  return unit === LONG_S ? LETTER_S : (LOWERED[unit] ?? 0);
}
