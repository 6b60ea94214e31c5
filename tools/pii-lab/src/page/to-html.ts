import type { ReportTable } from "../eval/report/report-table.ts";
import { type BarChart, barChartSvg } from "./bar-chart.ts";
import { element, type SafeMarkup } from "./element.ts";
import { type Excerpt, type PageBlock, type ReportPage, visible } from "./page-block.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** Nothing in the file runs, and it loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Renders one file that needs no other. */
export function pageToHtml({ title, blocks }: ReportPage): string {
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("title", {}, title),
    element("style", {}, { html: PAGE_STYLE }),
  );
  const main = element(
    "main",
    {},
    element("h1", {}, title),
    contents(blocks),
    ...blocks.map(rendered),
  );
  const page = element("html", { lang: "en" }, head, element("body", {}, main));
  return `<!doctype html>\n${page.html}\n`;
}

function contents(blocks: readonly PageBlock[]): SafeMarkup {
  const items = blocks.flatMap((block, index) =>
    block.kind === "heading" && block.level === 2
      ? [element("li", {}, element("a", { href: `#${idOf(index)}` }, ...inline(block.text)))]
      : [],
  );
  return element("nav", { "aria-label": "Contents" }, element("ul", {}, ...items));
}

function rendered(block: PageBlock, index: number): SafeMarkup {
  switch (block.kind) {
    case "heading":
      return element(`h${block.level}`, { id: idOf(index) }, ...inline(block.text));
    case "text":
      return element("p", {}, ...inline(block.text));
    case "table":
      return tableMarkup(block.caption, block.table);
    case "bars":
      return figureMarkup(block.chart);
    case "excerpts":
      return element("ul", { class: "excerpts" }, ...block.excerpts.map(excerptMarkup));
  }
}

function figureMarkup(chart: BarChart): SafeMarkup {
  const caption = element("figcaption", {}, chart.title);
  return element("figure", { class: "wide" }, caption, barChartSvg(chart));
}

/** The table is focusable, so that a wide one can be scrolled with keys. */
function tableMarkup(caption: string, { head, rows, left }: ReportTable): SafeMarkup {
  const named = { class: "wide", role: "region", "aria-label": caption, tabindex: 0 };
  const kind = (column: number) => (column < left ? {} : { class: "figure" });
  const columns = head.map((text, column) =>
    element("th", { scope: "col", ...kind(column) }, ...inline(text)),
  );
  const lines = rows.map((cells) =>
    element(
      "tr",
      {},
      ...cells.map((text, column) =>
        column === 0
          ? element("th", { scope: "row" }, ...inline(text))
          : element("td", kind(column), ...inline(text)),
      ),
    ),
  );
  const hasHead = head.some((text) => text !== "");
  const table = element(
    "table",
    left === head.length ? { class: "prose" } : {},
    element("caption", {}, caption),
    ...(hasHead ? [element("thead", {}, element("tr", {}, ...columns))] : []),
    element("tbody", {}, ...lines),
  );
  return element("div", named, table);
}

function excerptMarkup({ before, value, after, note }: Excerpt): SafeMarkup {
  const marked = element("mark", {}, visible(value));
  const small = element("small", {}, ` (${note})`);
  return element("li", {}, visible(before), marked, visible(after), small);
}

/** Renders `code` and **bold**. */
function inline(text: string): readonly (SafeMarkup | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/s.test(part)) return element("code", {}, part.slice(1, -1));
    return /^\*\*.+\*\*$/s.test(part) ? element("strong", {}, part.slice(2, -2)) : part;
  });
}

function idOf(index: number): string {
  return `part-${index}`;
}
