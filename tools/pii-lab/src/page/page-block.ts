import type { ReportTable } from "../eval/report/report-table.ts";
import type { BarChart } from "./bar-chart.ts";

/**
 * A page is written once and rendered twice. Texts may contain `code` and **bold**, and no other
 * markup; excerpts contain none.
 */
export type PageBlock =
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "table"; readonly caption: string; readonly table: ReportTable }
  /** Only in HTML: the table after the chart has the figures. */
  | { readonly kind: "bars"; readonly chart: BarChart }
  | { readonly kind: "excerpts"; readonly excerpts: readonly Excerpt[] };

/** A part of a text with the text before and after it. */
export interface Excerpt {
  readonly before: string;
  readonly value: string;
  readonly after: string;
  readonly note: string;
}

export interface ReportPage {
  readonly title: string;
  readonly blocks: readonly PageBlock[];
}

export function heading(level: 2 | 3, text: string): PageBlock {
  return { kind: "heading", level, text };
}

export function paragraph(text: string): PageBlock {
  return { kind: "text", text };
}

export function captioned(caption: string, table: ReportTable): PageBlock {
  return { kind: "table", caption, table };
}

/**
 * Puts a text on one line, and replaces characters that are invisible, or change the order of
 * others, by their code points.
 */
export function visible(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .replace(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
