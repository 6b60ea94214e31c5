import type { Language, Span } from "../../finding.ts";
import { germannessOf } from "../../language.ts";

/** A part of a text, of whole lines, with the languages that it is read in. */
export interface LanguageBlock extends Span {
  readonly languages: readonly Language[];
}

interface Line extends Span {
  readonly isBlank: boolean;
  /** Undefined: it does not say. */
  readonly language: Language | undefined;
}

/** So many more of the commonest words of one language than of the other tell the language of a line. */
const TELLING = 2;
const BOTH: readonly Language[] = ["en", "de"];

/**
 * Cuts a text where its language changes: an answer under a question in another language, a German mail in an
 * English prompt. Lines without a language of their own are read as the lines around them in their paragraph,
 * and in both languages where those do not agree or there are none. A text of one language is one block.
 */
export function languageBlocks(text: string, language: Language): readonly LanguageBlock[] {
  const lines = linesOf(text);
  const isMixed = lines.some((line) => line.language !== undefined && line.language !== language);
  return isMixed ? blocksOf(lines) : [{ start: 0, end: text.length, languages: [language] }];
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    const score = germannessOf(text, start, end);
    const told = score > 0 ? "de" : "en";
    lines.push({
      start,
      end,
      isBlank: isBlank(text, start, end),
      language: Math.abs(score) < TELLING ? undefined : told,
    });
    start = end;
  }
  return lines;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) > 32) return false;
  return true;
}

function blocksOf(lines: readonly Line[]): readonly LanguageBlock[] {
  const above = told(lines);
  const below = told([...lines].reverse()).reverse();
  const blocks: LanguageBlock[] = [];
  for (const [index, { start, end }] of lines.entries()) {
    const languages = agreed(above[index], below[index]);
    const last = blocks.at(-1);
    if (last?.languages.join() === languages.join()) blocks[blocks.length - 1] = { ...last, end };
    else blocks.push({ start, end, languages });
  }
  return blocks;
}

/** For each line its language, or that of the nearest one before it in its paragraph that has one. */
function told(lines: readonly Line[]): (Language | undefined)[] {
  let current: Language | undefined;
  return lines.map(({ isBlank: ends, language }) => {
    current = ends ? undefined : (language ?? current);
    return current;
  });
}

function agreed(above: Language | undefined, below: Language | undefined): readonly Language[] {
  const one = above ?? below;
  if (one === undefined || one !== (below ?? above)) return BOTH;
  return [one];
}
