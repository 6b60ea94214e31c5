import type { Template } from "./parse-template.ts";

/**
 * Replaces each variable with its value in a single pass, so that `{name}` inside a value is not
 * replaced.
 * @throws Error when a variable has no value; the message does not contain the variable's name
 */
export function renderTemplate(template: Template, values: ReadonlyMap<string, string>): string {
  return template
    .map((part) => {
      if (part.kind === "text") return part.text;
      const value = values.get(part.name);
      if (value === undefined) throw new Error("A template variable has no value");
      return value;
    })
    .join("");
}
