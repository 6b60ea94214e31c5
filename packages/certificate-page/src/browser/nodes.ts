/// <reference lib="dom" />
import type { Markup } from "../markup/element.ts";

/** Uses only the document's own methods, so that no text becomes markup. */
function nodeOf(markup: Markup): Node {
  if (typeof markup === "string") return document.createTextNode(markup);
  const element = document.createElement(markup.tag);
  for (const [name, value] of Object.entries(markup.attributes))
    element.setAttribute(name, value === true ? "" : value);
  element.append(...markup.children.map(nodeOf));
  return element;
}

export function show(place: Element, markup: readonly Markup[]): void {
  place.replaceChildren(...markup.map(nodeOf));
}
