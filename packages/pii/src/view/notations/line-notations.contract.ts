import type { Span } from "../../finding.ts";

/** A text as a program or a mail writes it, and the values that detection must still find in it. */
export interface Written {
  readonly text: string;
  readonly values: readonly string[];
}

const ESCAPES: readonly (readonly [string, string])[] = [
  ["\n", "n"],
  ["\t", "t"],
  ["\r", "r"],
  ['"', '"'],
  ["'", "'"],
];
const BACKSLASHES = [1, 2, 3, 4];
const PREFIXES = [">", "> ", "> > ", ">>", "//", "// ", "/// ", "#", "# ", "## ", "|", "| "];

/**
 * Returns forms of `text` in which breaks or quotes before and inside the values are escaped.
 * `valuesIn` returns the values that must be found.
 */
export function escapedForms(
  text: string,
  values: readonly Span[],
  valuesIn: (text: string) => readonly string[],
): readonly Written[] {
  return ESCAPES.flatMap(([character, letter]) =>
    formsWith(character, text, values).flatMap((form) => {
      const found = valuesIn(form);
      return BACKSLASHES.map((count) => {
        const escaped = (written: string) =>
          written.replaceAll(character, () => "\\".repeat(count) + letter);
        return { text: escaped(form), values: found.map(escaped) };
      });
    }),
  );
}

export function prefixedForms(
  text: string,
  values: readonly Span[],
  valuesIn: (text: string) => readonly string[],
): readonly Written[] {
  return [text, ...formsWith("\n", text, values)].flatMap((form) => {
    const found = valuesIn(form);
    return PREFIXES.map((prefix) => {
      const quoted = (written: string) => written.replaceAll("\n", () => `\n${prefix}`);
      return { text: prefix + quoted(form), values: found.map(quoted) };
    });
  });
}

function formsWith(character: string, text: string, values: readonly Span[]): readonly string[] {
  const around = values.flatMap(({ start, end }) => [
    text.slice(0, start).replace(/ $/, () => character) + text.slice(start),
    text.slice(0, start) +
      text.slice(start, end).replaceAll(" ", () => character) +
      text.slice(end),
  ]);
  return [`Hello,${character}${text}`, ...new Set(around)].filter((form) =>
    form.includes(character),
  );
}
