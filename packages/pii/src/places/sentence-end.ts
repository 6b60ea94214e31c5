import type { Span } from "../text/spans.ts";

const [NEWLINE, EXCLAMATION, QUESTION, STOP, SEMICOLON, BAR] = Array.from("\n!?.;|", (sign) => {
  return sign.charCodeAt(0);
});
/**
 * Matches a word after which a full stop ends the sentence. After "Dr.", the sentence continues.
 */
const LONG_WORD = /\p{L}{4}$/u;
/** Enough for four letters of two code units each. */
const LONG_WORD_REACH = 8;

/**
 * Returns the span of a sentence end whose sign is at `at`, in the part of a text between `from`
 * and `to`. The span includes the blank after a full stop, semicolon or bar, and the four letters
 * before a full stop or semicolon.
 */
export function sentenceEnd(text: string, at: number, from: number, to: number): Span | undefined {
  switch (text.charCodeAt(at)) {
    case NEWLINE:
    case EXCLAMATION:
    case QUESTION: {
      const isEnd = at >= from && (at + 1 === to || isBlank(text, at + 1, to));
      return isEnd ? { start: at, end: at + 1 } : undefined;
    }
    case SEMICOLON:
    case STOP:
      return endBehindWord(text, at, from, to);
    case BAR:
      return isBlank(text, at + 1, to) && at >= from ? { start: at, end: at + 2 } : undefined;
    default:
      return undefined;
  }
}

function endBehindWord(text: string, at: number, from: number, to: number): Span | undefined {
  if (at < from || !isBlank(text, at + 1, to)) return undefined;
  const word = LONG_WORD.exec(text.slice(Math.max(from, at - LONG_WORD_REACH), at))?.[0];
  if (word !== undefined) return { start: at - word.length, end: at + 2 };
  return text.charCodeAt(at) === SEMICOLON ? { start: at, end: at + 2 } : undefined;
}

function isBlank(text: string, at: number, to: number): boolean {
  return at < to && text.charAt(at).trim() === "";
}
