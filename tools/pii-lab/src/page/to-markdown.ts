import type { ReportTable } from "../eval/report/report-table.ts";
import { type Excerpt, type PageBlock, type ReportPage, visible } from "./page-block.ts";

export function pageToMarkdown({ title, blocks }: ReportPage): string {
  return `# ${title}\n\n${toMarkdown(blocks)}\n`;
}

export function toMarkdown(blocks: readonly PageBlock[]): string {
  return blocks.flatMap(blockLines).join("\n\n");
}

export function markdownTable({ head, rows, left }: ReportTable): string {
  const rule = head.map((_, column) => (column < left ? "---" : "---:"));
  return [head, rule, ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`).join("\n");
}

function blockLines(block: PageBlock): readonly string[] {
  switch (block.kind) {
    case "heading":
      return [`${"#".repeat(block.level)} ${block.text}`];
    case "text":
      return [block.text];
    case "table":
      return [markdownTable(block.table)];
    case "bars":
      return [];
    case "excerpts":
      return [block.excerpts.map(excerptLine).join("\n")];
  }
}

function excerptLine({ before, value, after, note }: Excerpt): string {
  return `- ${codeSpan(visible(`${before}⟦${value}⟧${after}`))} (${note})`;
}

/** Fences the code with more backticks than its longest run of them. */
function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
