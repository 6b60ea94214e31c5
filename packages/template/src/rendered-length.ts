import type { Template } from "./parse-template.ts";

/**
 * How long `renderTemplate` would make the text, without making it: a value stands as often as it is named,
 * so a short template and a long value can give a text that no memory holds.
 *
 * @param lengthOf the length of a variable's value. Lengths are UTF-16 code units, as `String.length` counts.
 */
export function renderedLength(template: Template, lengthOf: (name: string) => number): number {
  return template.reduce(
    (length, part) => length + (part.kind === "text" ? part.text.length : lengthOf(part.name)),
    0,
  );
}
