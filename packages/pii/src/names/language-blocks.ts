import type { Language, Span } from "../finding.ts";
import { createGermanness } from "../text/language.ts";
import type { Words } from "../text/words.ts";

/** Whole lines of a text, and the languages to read them in. */
export interface LanguageBlock extends Span {
  readonly languages: readonly Language[];
}

interface Line extends Span {
  readonly isBlank: boolean;
  readonly language: Language | undefined;
}

const CLEAR_MARGIN = 2;
const BOTH: readonly Language[] = ["en", "de"];

/**
 * Splits a text where its language changes. A line whose language is unclear is read like the lines
 * around it in its paragraph. If these lines disagree or are missing, it is read in both languages.
 */
export function languageBlocks(
  text: string,
  language: Language,
  words: Words,
): readonly LanguageBlock[] {
  const lines = linesOf(text, words);
  const isMixed = lines.some((line) => line.language !== undefined && line.language !== language);
  return isMixed ? blocksOf(lines) : [{ start: 0, end: text.length, languages: [language] }];
}

function linesOf(text: string, words: Words): readonly Line[] {
  const germannessUntil = createGermanness(words);
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    const score = germannessUntil(end);
    const likelier = score > 0 ? "de" : "en";
    lines.push({
      start,
      end,
      isBlank: isBlank(text, start, end),
      language: Math.abs(score) < CLEAR_MARGIN ? undefined : likelier,
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
  const above = nearestLanguages(lines);
  const below = nearestLanguages([...lines].reverse()).reverse();
  const blocks: LanguageBlock[] = [];
  for (const [index, { start, end }] of lines.entries()) {
    const languages = agreed(above[index], below[index]);
    const last = blocks.at(-1);
    if (last?.languages.join() === languages.join()) blocks[blocks.length - 1] = { ...last, end };
    else blocks.push({ start, end, languages });
  }
  return blocks;
}

/**
 * Returns for each line its language, or the language of the nearest line above it in the paragraph
 * that has one.
 */
function nearestLanguages(lines: readonly Line[]): (Language | undefined)[] {
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
