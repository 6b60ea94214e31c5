import { describe, expect, test } from "@jest/globals";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { reportTable } from "../eval/report/report-table.ts";
import { captioned, heading, type PageBlock, paragraph, type ReportPage } from "./page-block.ts";
import { pageToHtml } from "./to-html.ts";
import { pageToMarkdown } from "./to-markdown.ts";

const HOSTILE = `<script src="http://x/">'&"</script>`;

function pageWith(value: string): ReportPage {
  const blocks: readonly PageBlock[] = [
    heading(2, value),
    paragraph(`of \`${value}\` and **${value}**`),
    { kind: "bars", chart: barsOf(value) },
    captioned(value, reportTable([value, "n"], [[value, 1]])),
    { kind: "excerpts", excerpts: [{ before: value, value, after: value, note: value }] },
  ];
  return { title: value, blocks };
}

function barsOf(value: string) {
  return {
    title: value,
    series: ["one", value],
    groups: [
      { label: value, values: [0.25, undefined] },
      { label: "all", values: [1, 0] },
    ],
  };
}

describe("The HTML page", () => {
  test("is well-formed for any values", () => {
    expect(errorsIn(pageToHtml(pageWith(HOSTILE)))).toEqual([]);
    expect(errorsIn("<!doctype html><p><b></p>")).not.toEqual([]);
  });

  test("has no script and loads nothing", () => {
    const elements = elementsIn(pageToHtml(pageWith(HOSTILE)));
    const forbidden = elements.filter(({ tagName, attrs }) => {
      const isLoaded = attrs.some(({ name, value }) => /src|href/.test(name) && value[0] !== "#");
      return isLoaded || /^(?:script|link|img|iframe|object|embed)$/.test(tagName);
    });
    expect(forbidden).toEqual([]);
    expect(elements.flatMap(({ attrs }) => attrs.filter(({ name }) => /^on/.test(name)))).toEqual(
      [],
    );
  });

  test("shows values unchanged", () => {
    const texts = textsIn(pageToHtml(pageWith(HOSTILE)));
    expect(texts.filter((text) => text.includes(HOSTILE)).length).toBeGreaterThan(8);
  });

  test("has bars whose lengths match the figures", () => {
    const svg = elementsIn(pageToHtml(pageWith("x"))).filter(({ tagName }) => tagName === "rect");
    const widths = svg.flatMap(({ attrs }) =>
      attrs.filter(({ name }) => name === "width").map(({ value }) => Number(value)),
    );
    const [, , quarter = 0, whole = 0, none] = widths;
    expect([quarter / whole, none]).toEqual([0.25, 0]);
  });

  test("makes invisible characters visible", () => {
    const html = pageToHtml(pageWith("a\u202Eb\u{E0041}\n  c"));
    expect(html).toContain("<mark>a\\u{202e}b\\u{e0041} c</mark>");
  });
});

describe("The Markdown page", () => {
  test.each([
    ["x", "- `x⟦x⟧x` (x)"],
    ["`x``", "- ``` `x``⟦`x``⟧`x`` ``` (`x``)"],
  ])("shows an excerpt as code: %j", (value, line) => {
    expect(pageToMarkdown(pageWith(value))).toContain(line);
  });

  test("keeps a cell's text within the cell", () => {
    expect(pageToMarkdown(pageWith("a|b"))).toContain(
      "| a\\|b | n |\n| --- | ---: |\n| a\\|b | 1 |",
    );
  });
});

function errorsIn(html: string): readonly string[] {
  const errors: string[] = [];
  parse(html, { onParseError: ({ code }) => void errors.push(code) });
  // The parser closes some elements by itself, without an error.
  const opened = html.match(/<[a-z][^<>]*>/g)?.filter((tag) => !tag.startsWith("<meta")).length;
  if (opened !== html.match(/<\/[a-z]/g)?.length) errors.push("not every element is closed");
  return errors;
}

function nodesIn(html: string): readonly DefaultTreeAdapterTypes.Node[] {
  const all = (node: DefaultTreeAdapterTypes.Node): readonly DefaultTreeAdapterTypes.Node[] => [
    node,
    ...("childNodes" in node ? node.childNodes.flatMap(all) : []),
  ];
  return all(parse(html));
}

function elementsIn(html: string): readonly DefaultTreeAdapterTypes.Element[] {
  return nodesIn(html).filter((node) => "tagName" in node);
}

function textsIn(html: string): readonly string[] {
  return nodesIn(html).flatMap((node) => ("value" in node ? [node.value] : []));
}
