import { escapeUTF8 } from "entities";
import type { Attributes, Markup } from "./element.ts";

const VOID = new Set(["br", "hr", "input", "link", "meta"]);

export function html(markup: Markup): string {
  if (typeof markup === "string") return escapeUTF8(markup);
  const { tag, attributes, children } = markup;
  const start = `<${tag}${attributesText(attributes)}>`;
  return VOID.has(tag) ? start : `${start}${children.map(html).join("")}</${tag}>`;
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeUTF8(value)}"`))
    .join("");
}
