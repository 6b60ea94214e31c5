import type { Block, Content, Section, StepResult } from "./content.ts";

/** Formats content as text for terminals. */
export function contentText({ title, result, sections }: Content): string {
  return `${[title, result.text, ...sections.flatMap(sectionLines)].join("\n")}\n`;
}

function sectionLines({ heading, blocks }: Section): readonly string[] {
  return ["", `${heading}:`, ...blocks.flatMap(blockLines)];
}

const RESULTS: Readonly<Record<StepResult["result"], string>> = {
  holds: "holds   ",
  fails: "fails   ",
  not_checked: "no data ",
};

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case "heading":
    case "text":
      return [`  ${block.text}`];
    case "list":
      return block.items.map((item) => `  - ${item}`);
    case "facts":
      return block.facts.map(([name, value]) => `  ${name}: ${value}`);
    case "table":
      return [`  ${block.table.caption}`, ...block.table.rows.map((row) => `  ${row.join("  ")}`)];
    case "steps":
      return block.steps.map(
        ({ number, title, result }) =>
          `  ${String(number).padStart(2)}  ${RESULTS[result]}${title}`,
      );
  }
}
