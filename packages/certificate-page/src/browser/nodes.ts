/// <reference lib="dom" />
import type { Markup } from "../markup/element.ts";

/** Creates a DOM node. It uses only methods of the document that cannot turn text into markup. */
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
