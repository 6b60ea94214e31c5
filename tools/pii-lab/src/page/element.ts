import { escapeUTF8 } from "entities";

/** HTML or SVG without anything left to escape. */
export interface SafeMarkup {
  readonly html: string;
}

type Child = SafeMarkup | string;
type AttributeValue = string | number;

const VOID: ReadonlySet<string> = new Set(["meta"]);

/** Escapes the strings among `children`, which are texts. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, AttributeValue>> = {},
  ...children: readonly Child[]
): SafeMarkup {
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeUTF8(String(value))}"`,
  );
  const start = `<${tag}${written.join("")}>`;
  if (VOID.has(tag)) return { html: start };
  return { html: `${start}${children.map(htmlOf).join("")}</${tag}>` };
}

function htmlOf(child: Child): string {
  return typeof child === "string" ? escapeUTF8(child) : child.html;
}
