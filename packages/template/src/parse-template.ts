/** A piece of a template: text that stands for itself, or the place of a value. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string };

/** A parsed prompt template: its pieces in order, no two text pieces side by side. */
export type Template = readonly TemplatePart[];

// The same grammar as the keys of a context: a letter or `_`, then up to 63 letters, digits, `_`, `.`, `-`.
const TOKEN = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_.-]{0,63})\}/gu;

/**
 * Reads `{name}` as a variable. `{{` is a literal `{`; `}}` is a literal `}` when it closes such a `{{`.
 * Every other brace stands for itself, so that `{"a": {"b": 1}}` passes as it is and
 * `{{"a": "{name}"}}` gives `{"a": "…"}`. Every text is a valid template. Offsets are UTF-16 code units.
 */
export function parseTemplate(text: string): Template {
  const parts: TemplatePart[] = [];
  let literal = "";
  let end = 0;
  let open = 0;
  for (const { 0: token, 1: name, index } of text.matchAll(TOKEN)) {
    literal += text.slice(end, index);
    end = index + token.length;
    if (name !== undefined) {
      if (literal !== "") parts.push({ kind: "text", text: literal });
      parts.push({ kind: "variable", name });
      literal = "";
      continue;
    }
    const escapes = token === "{{" || open > 0;
    literal += escapes ? token.slice(1) : token;
    open = Math.max(0, open + (token === "{{" ? 1 : -1));
  }
  literal += text.slice(end);
  if (literal !== "") parts.push({ kind: "text", text: literal });
  return parts;
}

/** The names of the variables, each once, in the order in which they first appear. */
export function templateVariables(template: Template): readonly string[] {
  const names = template.flatMap((part) => (part.kind === "variable" ? [part.name] : []));
  return [...new Set(names)];
}
