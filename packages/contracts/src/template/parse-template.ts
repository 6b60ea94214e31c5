export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "variable"; readonly name: string };

export type Template = readonly TemplatePart[];

// The keys of a context follow the same grammar as these variable names.
const TOKEN = /\{\{|\}\}|\{([\p{L}_][\p{L}\p{N}_.-]{0,63})\}/gu;

/**
 * Parses a prompt template. `{{` stands for `{`, and a `}}` that closes such a `{{` stands for `}`.
 * Every other brace is literal: `{"a": {"b": 1}}` stays unchanged, and `{{"a": "{name}"}}` becomes
 * `{"a": "…"}`.
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

export function templateVariables(template: Template): readonly string[] {
  const names = template.flatMap((part) => (part.kind === "variable" ? [part.name] : []));
  return [...new Set(names)];
}
