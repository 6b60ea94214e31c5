import type { Template } from "./parse-template.ts";

/**
 * Computes the length before rendering: a short template can repeat a long value until no memory
 * could hold the text.
 */
export function renderedLength(template: Template, lengthOf: (name: string) => number): number {
  return template.reduce(
    (length, part) => length + (part.kind === "text" ? part.text.length : lengthOf(part.name)),
    0,
  );
}
