import type { Template } from "./parse-template.ts";

/**
 * Returns the length of the rendered text without rendering it, because a short template can repeat
 * a long value so often that the text would not fit in memory.
 */
export function renderedLength(template: Template, lengthOf: (name: string) => number): number {
  return template.reduce(
    (length, part) => length + (part.kind === "text" ? part.text.length : lengthOf(part.name)),
    0,
  );
}
