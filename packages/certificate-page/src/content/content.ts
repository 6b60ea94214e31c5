/**
 * The content of a verification's result, independent of its format: it is the same for terminals,
 * paper and browsers.
 */
export interface Content {
  readonly title: string;
  readonly result: ResultLine;
  readonly sections: readonly Section[];
}

export interface ResultLine {
  readonly valid: boolean;
  readonly text: string;
}

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | { readonly kind: "table"; readonly table: Table }
  | { readonly kind: "steps"; readonly steps: readonly StepResult[] };

export type Fact = readonly [name: string, value: string];

export interface Table {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** `auto`: the columns are as wide as their content needs. */
  readonly layout?: "auto";
}

export interface StepResult {
  /** The number of the step, from 1, as in `docs/veil-format.md`. */
  readonly number: number;
  readonly name: string;
  readonly title: string;
  /**
   * `not_checked` means that the certificate has no evidence yet, or that an earlier step failed.
   */
  readonly result: "holds" | "fails" | "not_checked";
}

export function text(value: string): Block {
  return { kind: "text", text: value };
}

export function list(items: readonly string[]): Block {
  return { kind: "list", items };
}

export function facts(entries: readonly Fact[]): Block {
  return { kind: "facts", facts: entries };
}
