import type { Block, Content, ResultLine, Section, StepResult, Table } from "../content/content.ts";
import { type Element, el, type Markup } from "./element.ts";

/** Renders the result of a verification, with headings that start at `level`. */
export function contentMarkup({ title, result, sections }: Content, level: 1 | 2): Element[] {
  return [
    el(`h${level}`, {}, title),
    resultMarkup(result),
    ...sectionsMarkup(sections, level === 1 ? 2 : 3),
  ];
}

export function sectionsMarkup(sections: readonly Section[], level: 2 | 3): Element[] {
  return sections.map(({ heading, blocks }) =>
    el("section", {}, el(`h${level}`, {}, heading), ...blocks.flatMap(blockMarkup)),
  );
}

function resultMarkup({ valid, text }: ResultLine): Element {
  return el("p", { class: valid ? "result valid" : "result invalid" }, el("strong", {}, text));
}

function blockMarkup(block: Block): Element {
  switch (block.kind) {
    case "heading":
      return el("h3", {}, block.text);
    case "text":
      return el("p", {}, block.text);
    case "list":
      return el("ul", {}, ...block.items.map((item) => el("li", {}, item)));
    case "facts":
      return el(
        "dl",
        {},
        ...block.facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
      );
    case "table":
      return tableMarkup(block.table);
    case "steps":
      return stepsMarkup(block.steps);
  }
}

function tableMarkup({ caption, columns, rows, layout }: Table): Element {
  const isNumber = (index: number) => /^(?:Items|Bytes)$/.test(columns[index] ?? "");
  const cell = (value: string, index: number) =>
    el("td", isNumber(index) ? { class: "number" } : {}, value);
  return el(
    "table",
    layout === "auto" ? {} : { class: "passed" },
    ...(caption === "" ? [] : [el("caption", {}, caption)]),
    headMarkup(columns),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map(cell)))),
  );
}

const RESULTS: Readonly<Record<StepResult["result"], string>> = {
  holds: "holds",
  fails: "does not hold",
  not_checked: "not checked",
};

function stepsMarkup(steps: readonly StepResult[]): Element {
  return el(
    "table",
    { class: "steps" },
    headMarkup(["Step", "Result", "What was checked"]),
    el(
      "tbody",
      {},
      ...steps.map(({ number, title, result }) =>
        el(
          "tr",
          {},
          el("td", { class: "number" }, String(number)),
          el("td", { class: result }, RESULTS[result]),
          el("td", {}, title),
        ),
      ),
    ),
  );
}

function headMarkup(columns: readonly string[]): Markup {
  return el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, name))));
}
