import type { Template } from "./parse-template.ts";

/** A short template can repeat a long value until no memory could hold the text; so its length is computed first. */
export function renderedLength(template: Template, lengthOf: (name: string) => number): number {
  return template.reduce(
    (length, part) => length + (part.kind === "text" ? part.text.length : lengthOf(part.name)),
    0,
  );
}
