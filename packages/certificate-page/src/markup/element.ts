/**
 * Markup as data. A server renders it as text and a browser as nodes, and in neither case can a
 * value become markup.
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
