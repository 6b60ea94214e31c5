import type { Attributes, Markup } from "./element.ts";

const VOID = new Set(["br", "hr", "input", "link", "meta"]);

export function html(markup: Markup): string {
  if (typeof markup === "string") return escaped(markup);
  const { tag, attributes, children } = markup;
  const start = `<${tag}${attributesText(attributes)}>`;
  return VOID.has(tag) ? start : `${start}${children.map(html).join("")}</${tag}>`;
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(value)}"`))
    .join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ESCAPES[found] ?? "");
}
