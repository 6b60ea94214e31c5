import type { Line } from "./row.ts";

/** Returns the rows of tables, the items of lists and the paragraphs of a specification in Markdown. */
export function linesOfSpecification(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines.filter((line, at) => {
    const isTableHead = line.startsWith("|") && isSeparator(lines[at + 1] ?? "");
    return line !== "" && !line.startsWith("#") && !isTableHead && !isSeparator(line);
  });
}

function isSeparator(line: string): boolean {
  return /^\|[-:| ]+\|$/.test(line);
}

export interface Comparison {
  /** Lines of the specification that nothing quotes. */
  readonly missing: readonly string[];
  /** Quotes that are not, or no longer, a line of the specification. */
  readonly unknown: readonly string[];
}

export function compareWith(specification: string, lines: readonly Line[]): Comparison {
  const written = linesOfSpecification(specification);
  const quotes = lines.filter((line) => !isDecision(line)).map(({ quote }) => quote);
  return {
    missing: written.filter((line) => !quotes.includes(line)),
    unknown: quotes.filter((quote) => !written.includes(quote)),
  };
}

/**
 * Returns quoted decisions that are not, or no longer, in the document of decisions. Ignores line
 * breaks, because that document is wrapped.
 */
export function unknownDecisions(decisions: string, lines: readonly Line[]): readonly string[] {
  const text = decisions.replaceAll(/\s+/g, " ");
  return lines
    .filter((line) => isDecision(line) && !text.includes(line.quote))
    .map(({ quote }) => quote);
}

function isDecision({ id }: Line): boolean {
  return id.startsWith("DEC-");
}
