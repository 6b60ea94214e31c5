/** @slow renders thousands of answers */
import { describe, expect, test } from "@jest/globals";
import { HtmlRenderer, Parser } from "commonmark";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { marked } from "marked";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { relinkAnswer } from "./relink-answer.ts";

/** Values of only letters survive any encoding, so a request that contains them leaks the value. */
const VALUES = new Map([
  ["[PERSON_1]", "Zyxwanna"],
  ["[IBAN_1]", "ZYXW99 3704 0044"],
  ["[EMAIL_1]", "zyxwmail@web.example"],
  ["[URL_1]", "https://zyxwurl.example/a"],
  ["[SECRET_1]", "zyxw](/b?"],
  ["[USERNAME_1]", "zyxw<i alt='"],
]);
const ENTRIES = [...VALUES].map(([placeholder, value]) => ({ placeholder, value }));
const MARK = /zyxw/i;

const markdownIt = new MarkdownIt({ html: true, linkify: true });
const RENDERERS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  commonmark: (text) => new HtmlRenderer().render(new Parser().parse(text)),
  "markdown-it": (text) => markdownIt.render(text),
  marked: (text) => marked.parse(text, { async: false }),
};

type Node = DefaultTreeAdapterTypes.ChildNode;

/** What a page or a click would send, and hidden text. */
function hidden(html: string): string[] {
  return nodesOf(parse(html).childNodes)
    .flatMap(unseen)
    .filter((text) => MARK.test(text));
}

function nodesOf(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    const inside = "content" in node ? node.content.childNodes : [];
    return [node, ...nodesOf(inside), ...nodesOf("childNodes" in node ? node.childNodes : [])];
  });
}

function unseen(node: Node): string[] {
  if (node.nodeName === "#comment" && "data" in node) return [node.data];
  const attributes = "attrs" in node ? node.attrs.map(({ value }) => value) : [];
  if (node.nodeName !== "script" && node.nodeName !== "style") return attributes;
  const texts = "childNodes" in node ? node.childNodes : [];
  return [...attributes, ...texts.flatMap((child) => ("value" in child ? [child.value] : []))];
}

/** A link may be exactly one restored value: it leads where the value itself does, and tells nothing else. */
function isOneValue(url: string): boolean {
  const plain = url.replace(/^mailto:/, "");
  return [...VALUES.values()].some((value) => plain === value || plain === encodeURI(value));
}

const PIECES = [
  ...VALUES.keys(),
  ...["PERSON_1", "%5BIBAN_1%5D", "\\[EMAIL\\_1\\]"],
  ..."[ ] ( ) ! < > \" ' ` ``` ~~~ * _ # | : ; , . / // \\ \\\\ & = ? @ - + ^".split(" "),
  ...[
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\t",
    "    ",
    "\u00a0",
    "\u2003",
    "\ufeff",
    "\u200b",
    "\u0000",
    "> ",
    "- ",
    "1. ",
  ],
  ...[
    "https:",
    "https://",
    "http://",
    "www.",
    "mailto:",
    "javascript:",
    "data:",
    "evil.example",
    "evil.com",
    "/x?q=",
  ],
  ...[
    "&#x2f;",
    "&#x000000002f;",
    "&sol;",
    "&colon;",
    "&amp;",
    "&lt;",
    "&gt;",
    "&quot;",
    "%2f",
    "%3a",
    "%20",
  ],
  ...[
    "<img src=",
    "<img alt='",
    '<a href="',
    "<p title=",
    "<base href=//evil.example>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
  ],
  ...[
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<svg>",
    "</svg>",
    "<title>",
    "</title>",
    "<textarea>",
    "</p>",
  ],
  ...[
    "<template>",
    "</template>",
    "<noscript>",
    "</noscript>",
    "<table>",
    "<td>",
    "</table>",
    "<b>",
    "<?",
    "<!x",
    "</",
  ],
  ...[
    "[r]: ",
    "[r]",
    "[^1]: ",
    "[^1]",
    "![",
    "](",
    "](<",
    "a",
    "b c",
    "- [ ] ",
    "|--|",
    "\n---\n",
    "\n===\n",
  ],
];
const answers = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 24 })
  .map((pieces) => pieces.join(""));

describe.each(Object.keys(RENDERERS))("Rendered by %s", (name) => {
  test("no answer has a value where a page would send it, except in links that are exactly one value", () => {
    fc.assert(
      fc.property(answers, (text) => {
        const { blocks } = relinkAnswer({
          form: "text",
          blocks: [text],
          entries: ENTRIES,
          hosts: [],
        });
        const html = RENDERERS[name]?.(blocks.join("")) ?? "";
        expect(hidden(html).filter((found) => !isOneValue(found))).toEqual([]);
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });

  test("nor does an answer in several blocks, shown one by one or joined", () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 2, maxLength: 4 }), (texts) => {
        const { blocks } = relinkAnswer({
          ...{ form: "text", blocks: texts, entries: ENTRIES, hosts: [] },
        });
        for (const shown of [...blocks, blocks.join("")]) {
          const html = RENDERERS[name]?.(shown) ?? "";
          expect(hidden(html).filter((found) => !isOneValue(found))).toEqual([]);
        }
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});

test("Positive control: without the checks, values get into attributes", () => {
  const unchecked = (text: string) =>
    [...VALUES].reduce((whole, [placeholder, value]) => whole.replaceAll(placeholder, value), text);
  const reached = fc
    .sample(answers, { numRuns: 2_000, seed: 1 })
    .filter((text) =>
      Object.values(RENDERERS).some((render) => hidden(render(unchecked(text))).length > 0),
    );
  expect(reached.length).toBeGreaterThan(50);
});
