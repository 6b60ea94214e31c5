import type { Template } from "./parse-template.ts";

/**
 * Makes a single pass, so that `{name}` in a value stays as it is.
 * @throws Error when a variable has no value; the message does not name it
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
