/** Markup as data: text for a server, nodes for a browser, without a place where a value becomes markup. */
export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly Markup[];
}

/** `true`: without a value. */
export type Attributes = Readonly<Record<string, string | true>>;

export type Markup = Element | string;

export function el(
  tag: string,
  attributes: Attributes = {},
  ...children: readonly Markup[]
): Element {
  return { tag, attributes, children };
}
