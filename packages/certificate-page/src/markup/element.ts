/**
 * Markup as data: a server renders text, a browser renders nodes, and no value can become markup in
 * either.
 */
export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly Markup[];
}

/** `true` stands for an attribute without a value. */
export type Attributes = Readonly<Record<string, string | true>>;

export type Markup = Element | string;

export function el(
  tag: string,
  attributes: Attributes = {},
  ...children: readonly Markup[]
): Element {
  return { tag, attributes, children };
}
